import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { cacheFolder } from './workbench/ground/cache.mjs';

/**
 * What checks values against types of a module, which take theirs from the vendors' packages. The schemas are kept in
 * the cache folder by all that they are made from: to read those types takes many seconds.
 *
 * @param additionalProperties whether fields that the types do not have are right
 */
export async function publishedSchemas<Name extends string>(
  module: URL,
  names: readonly Name[],
  { additionalProperties }: { readonly additionalProperties: boolean },
): Promise<Readonly<Record<Name, ValidateFunction>>> {
  const lock = new URL('../package-lock.json', import.meta.url);
  const sources = await Promise.all([module, lock].map(file => readFile(file, 'utf8')));
  const made = JSON.stringify([names, additionalProperties, ...sources]);
  const hash = createHash('sha256').update(made).digest('hex').slice(0, 16);
  const file = path.join(cacheFolder(), 'published-schemas', `${hash}.json`);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  const schemas = kept ?? (await keep(file, await schemasOf(module, names, additionalProperties)));
  const all = JSON.parse(schemas) as Readonly<Record<Name, object>>;
  // Not strict: the generator leaves out some types that go without saying. To check and optimize costs more than to use.
  const options = { strict: false, validateSchema: false, code: { optimize: false } } as const;
  const compile = (name: Name) => [name, new Ajv(options).compile(all[name])] as const;
  return Object.fromEntries(names.map(compile)) as Record<Name, ValidateFunction>;
}

async function schemasOf(
  module: URL,
  names: readonly string[],
  additionalProperties: boolean,
): Promise<string> {
  // It loads the whole compiler.
  const { createGenerator } = await import('ts-json-schema-generator');
  const generator = createGenerator({
    path: fileURLToPath(module),
    tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
    jsDoc: 'none',
    additionalProperties,
    skipTypeCheck: true,
  });
  return JSON.stringify(Object.fromEntries(names.map(name => [name, generator.createSchema(name)])));
}

/** In one step: another run may be reading it. */
async function keep(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
  return text;
}
