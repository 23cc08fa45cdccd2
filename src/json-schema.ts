export interface Schema {
  readonly [keyword: string]: unknown;
}

export type Properties = Readonly<Record<string, Schema>>;

/** An object that always has all of these fields. Others may be added: nothing here closes an object. */
export function object(description: string, properties: Properties): Schema {
  return { description, type: 'object', properties, required: Object.keys(properties) };
}

/** The object with further fields, which it does not always have. */
export function withOptional(schema: Schema, properties: Properties): Schema {
  return { ...schema, properties: { ...Object(schema.properties), ...properties } };
}

/** An object with any keys. */
export function map(description: string, keys: string, values: Schema): Schema {
  const propertyNames = { type: 'string', description: keys };
  return { description, type: 'object', propertyNames, additionalProperties: values };
}

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

export function orNull({ type, ...schema }: Schema): Schema {
  const values = schema.enum;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

export function always(description: string): Schema {
  return { description, type: 'null' };
}

export function ref(name: string, description?: string): Schema {
  return { ...(description === undefined ? {} : { description }), $ref: `#/$defs/${name}` };
}

export function refOrNull(name: string, description: string): Schema {
  return { description, anyOf: [ref(name), { type: 'null' }] };
}

/** For one timeframe or ticker the value itself, for several an array in the order requested. */
export function oneOrSeveral(title: string, description: string, name: string): Schema {
  return { title, description, anyOf: [ref(name), { type: 'array', items: ref(name) }] };
}
