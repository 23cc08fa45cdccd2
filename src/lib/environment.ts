/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of an environment variable. An empty variable counts as not set. All variables of the program are read through this function. */
export function variable(name: string, env: Environment): string | undefined {
  return env[name] || undefined;
}

/** The environment of a program that must not get the key. Windows ignores the case of names. */
export function withoutKey(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.toUpperCase() !== 'BOARDS_API_KEY'));
}
