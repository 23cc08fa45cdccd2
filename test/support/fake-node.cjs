// Makes Node call itself by the version in NODE_VERSION.
const { versions, env } = process;
Object.defineProperty(process, 'versions', { value: { ...versions, node: env.NODE_VERSION } });
