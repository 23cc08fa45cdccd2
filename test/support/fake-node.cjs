// Makes Node report the version in NODE_VERSION. Before version 14, `require('node:fs')` fails as it did
// then.
const { Module } = require('node:module');
const { versions, env } = process;
Object.defineProperty(process, 'versions', { value: { ...versions, node: env.NODE_VERSION } });
const load = Module._load;
Module._load = (name, ...others) => {
  if (Number.parseInt(env.NODE_VERSION, 10) < 14 && name.startsWith('node:'))
    throw new Error(`Cannot find module '${name}'`);
  return load(name, ...others);
};
