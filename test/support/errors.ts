import { BoardsError } from '../../src/errors.ts';

export function errorOf(action: () => unknown): BoardsError {
  try {
    action();
  } catch (error) {
    return expectBoardsError(error);
  }
  throw new Error('nothing was thrown');
}

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
