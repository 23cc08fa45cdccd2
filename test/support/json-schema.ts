import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../../src/json.ts';

/** A JSON Schema with definitions, as `boards help schema` prints it. */
export interface SchemaDocument extends JsonObject {
  readonly $id: string;
  readonly $defs: { readonly [name: string]: JsonObject };
}

/** What is wrong with a value, by the definition of that name; empty if nothing is. */
export type Validate = (name: string, value: unknown) => ReadonlyArray<string>;

/** Compiles in strict mode: throws for unknown keywords, and for keywords that do not fit their type. */
export function validatorOf(schema: SchemaDocument): Validate {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  ajv.addSchema(schema);
  return (name, value) => {
    const validate = ajv.getSchema(`${schema.$id}#/$defs/${name}`);
    if (validate === undefined) return [`there is no definition ${name}`];
    if (validate(value) === true) return [];
    const errors = validate.errors ?? [];
    return errors.map(({ instancePath, message, params }) =>
      [name + instancePath, message, JSON.stringify(params)].join(' '),
    );
  };
}

/** The schema with all objects closed, so that a field without a description is an error. */
export function closed<T>(schema: T): T;
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closed(item));
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isObject(schema.properties) && schema.required !== undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** Every value that differs from the given one in the type of one leaf, with the path of the leaf. */
export function* withWrongTypes(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const [at, wrong] of withWrongTypes(item, `${path}/${index}`))
        yield [at, value.with(index, wrong)];
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value))
      for (const [at, wrong] of withWrongTypes(item, `${path}/${key}`))
        yield [at, { ...value, [key]: wrong }];
  }
  // Null may stand for a boolean, too.
  if (path !== '') yield [path, typeof value === 'boolean' || value === null ? [[]] : true];
}
