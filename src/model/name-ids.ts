/** Small ids of names, with the number of uses of each, so that a name that nothing uses any more takes no memory. */
export interface NameIds {
  /** Counts one more use. Returns null if the name is new and all ids are taken. */
  acquire(name: string): number | null;
  /** Counts one use less. The id of a name without uses is given to another one. */
  release(id: number): void;
  /** Without counting a use. */
  find(name: string): number | null;
  /** Null for an id that is not in use. */
  nameOf(id: number): string | null;
  /** The number of names in use. */
  readonly size: number;
}

/** Ids are 0 to `capacity` - 1. */
export function createNameIds(capacity: number): NameIds {
  const ids = new Map<string, number>();
  const names: Array<string | null> = [];
  const uses: Array<number> = [];
  const free: Array<number> = [];

  const create = (name: string): number | null => {
    const id = free.pop() ?? names.length;
    if (id >= capacity) return null;
    ids.set(name, id);
    names[id] = name;
    uses[id] = 0;
    return id;
  };

  return {
    acquire(name) {
      const id = ids.get(name) ?? create(name);
      if (id !== null) uses[id] = (uses[id] ?? 0) + 1;
      return id;
    },
    release(id) {
      const name = names[id] ?? null;
      if (name === null) return;
      const left = (uses[id] ?? 0) - 1;
      uses[id] = left;
      if (left > 0) return;
      ids.delete(name);
      names[id] = null;
      free.push(id);
    },
    find: (name) => ids.get(name) ?? null,
    nameOf: (id) => names[id] ?? null,
    get size() {
      return ids.size;
    },
  };
}
