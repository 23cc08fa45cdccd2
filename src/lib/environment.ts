/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of an environment variable. An empty variable counts as not set. All variables of the program are read through this function. */
export function variable(name: string, env: Environment): string | undefined {
  return env[name] || undefined;
}
