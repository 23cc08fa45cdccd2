export type Environment = Readonly<Record<string, string | undefined>>;

/** Treats an empty variable as not set. The program reads all its variables through this function. */
export function variable(name: string, env: Environment): string | undefined {
  return env[name] || undefined;
}

/** Windows ignores the case of variable names. */
export function withoutKey(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.toUpperCase() !== 'BOARDS_API_KEY'));
}
