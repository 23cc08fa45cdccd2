// Makes Node call itself by the version in NODE_VERSION. As in Node 12 to 14.17, names such as `node:fs` are unknown then.
const { Module } = require('node:module');
const { versions, env } = process;
Object.defineProperty(process, 'versions', { value: { ...versions, node: env.NODE_VERSION } });
const load = Module._load;
Module._load = (name, ...others) => {
  if (Number.parseInt(env.NODE_VERSION, 10) < 14 && name.startsWith('node:'))
    throw new Error(`Cannot find module '${name}'`);
  return load(name, ...others);
};
