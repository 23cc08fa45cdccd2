import { BoardsError } from '../../src/errors.ts';

/** The error that an action throws; any error but a BoardsError fails the test. */
export function errorOf(action: () => unknown): BoardsError {
  try {
    action();
  } catch (error) {
    return expectBoardsError(error);
  }
  throw new Error('nothing was thrown');
}

/** The error that a promise is rejected with; any error but a BoardsError fails the test. */
export async function rejectionOf(promise: Promise<unknown>): Promise<BoardsError> {
  try {
    await promise;
  } catch (error) {
    return expectBoardsError(error);
  }
  throw new Error('the promise was not rejected');
}

function expectBoardsError(error: unknown): BoardsError {
  if (error instanceof BoardsError) return error;
  throw error;
}
