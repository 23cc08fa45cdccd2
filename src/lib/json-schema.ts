import type { JsonObject } from './json.ts';

export type Schema = JsonObject;
export type Properties = Readonly<Record<string, Schema>>;

export function list(description: string, items: Schema): Schema {
  return { description, type: 'array', items };
}

export function text(description: string, more: Schema = {}): Schema {
  return { description, type: 'string', ...more };
}

export function amount(description: string, more: Schema = {}): Schema {
  return { description, type: 'number', ...more };
}

export function whole(description: string, minimum: number): Schema {
  return { description, type: 'integer', minimum };
}

export function flag(description: string): Schema {
  return { description, type: 'boolean' };
}

export function oneOf(description: string, values: ReadonlyArray<string>): Schema {
  return { description, type: 'string', enum: values };
}

export function map(description: string, keys: string, values: Schema): Schema {
  const propertyNames = { type: 'string', description: keys };
  return { description, type: 'object', propertyNames, additionalProperties: values };
}

export function orNull({ type, ...schema }: Schema): Schema {
  const values = schema.enum;
  if (Array.isArray(type)) return { ...schema, type };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
