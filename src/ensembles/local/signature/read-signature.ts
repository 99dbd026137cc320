import type { Node, ObjectPattern, Program, TSType } from '@babel/types';
import type { JsonObject, JsonSchema, JsonValue } from '../../../converser/ground/json/json.ts';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';
import type { Diagnostic } from '../../descriptors/mistakes/diagnostic.ts';
import type { DocTag } from './doc-comment.ts';
import { type ExportedFunction, exportedFunction } from './exported-function.ts';
import {
  bounded,
  isTimeout,
  parsedExpression,
  parseModule,
  parseType,
  type ReadingTime,
} from './parse-module.ts';
import {
  allowsUndefined,
  closedObject,
  type Declared,
  keyOf,
  literalOf,
  type Placed,
  type Property,
  type Reading,
  schemaOf,
  withMore,
} from './schema-of-type.ts';

export interface Signature {
  readonly arguments: JsonSchema;
  readonly description: string;
  /** The properties that the function takes one by one. Absent if it takes all arguments in one object. */
  readonly parameters?: readonly string[];
}

export type Fault = Pick<Diagnostic, 'start' | 'end' | 'message'>;

export interface ReadSignature {
  /** Absent if the export isn’t written out as a function, or can’t be parsed: Node says best why. */
  readonly signature?: Signature;
  readonly faults: readonly Fault[];
}

export interface SignatureOptions {
  readonly exportName: string;
  readonly isTyped: boolean;
  readonly time: ReadingTime;
}

/** Runs nothing of the module. */
export function readSignature(text: string, { exportName, isTyped, time }: SignatureOptions): ReadSignature {
  const faults: Fault[] = [];
  const read = () => {
    const { program } = parseModule(text, isTyped);
    const found = exportedFunction(program, exportName);
    return found && signatureOf(found, readingOf(program, text, faults));
  };
  try {
    const signature = bounded(read, time);
    return signature === undefined ? { faults } : { signature, faults };
  } catch (cause) {
    if (!isTimeout(cause)) return { faults: [] };
    const start = { line: 1, column: 1 };
    return { faults: [{ start, end: start, message: 'This module takes too long to read.' }] };
  }
}

const mostTypes = 2_000;

function readingOf({ body }: Program, text: string, faults: Fault[]): Reading {
  const types = new Map<string, Declared>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'TSInterfaceDeclaration' && declared?.type !== 'TSTypeAliasDeclaration') continue;
    const { name } = declared.id;
    const isOpen =
      types.has(name) || declared.typeParameters || ('extends' in declared && declared.extends?.length);
    types.set(name, isOpen ? 'open' : 'body' in declared ? declared.body : declared.typeAnnotation);
  }
  return {
    types,
    sourceOf: node => sourceIn(text, node),
    refuse({ loc }, message) {
      const place = (at = { line: 1, column: 0 }) => ({ line: at.line, column: at.column + 1 });
      faults.push({ start: place(loc?.start), end: place(loc?.end), message });
      return {};
    },
    left: { types: mostTypes },
  };
}

function sourceIn(text: string, { start, end }: Node): string {
  return shortened(text.slice(start ?? 0, end ?? 0).replace(/\s+/g, ' '), 60);
}

function signatureOf({ node, doc }: ExportedFunction, reading: Reading): Signature {
  const { text: description, tags } = doc;
  const top = tags.filter(({ name }) => !name.includes('.'));
  for (const tag of tags)
    if (tag.name.includes('['))
      reading.refuse(tag, `${tag.name} can’t be read: write a type such as {{ x: string }[]}.`);
  const all = node.params.map(parameterOf).filter(({ name }) => name !== 'this');
  // A destructured parameter has no name, so its tag is the one in its place.
  const tagged = all.map((each, at) => ({
    ...each,
    tag: each.pattern ? top[at] : top.find(({ name }) => name === each.name),
  }));
  const last = tagged.at(-1);
  const taken = last !== undefined && isContext(last, tagged.length === 1) ? tagged.slice(0, -1) : tagged;
  const [first, second] = taken;
  if (first !== undefined && (first.pattern || /^(args$|_)/.test(first.name ?? ''))) {
    if (second !== undefined)
      reading.refuse(second.node, 'Only the context may follow the object of all arguments.');
    return { description, arguments: wholeObject(first, tags, reading) };
  }
  const properties = taken.map(each => propertyOf(each, tags, reading));
  return { description, arguments: closedObject(properties), parameters: properties.map(({ name }) => name) };
}

interface Parameter {
  readonly node: Placed;
  readonly name: string | undefined;
  readonly pattern?: ObjectPattern | undefined;
  readonly type?: TSType | undefined;
  readonly otherwise?: JsonValue | undefined;
  readonly isOptional: boolean;
  readonly tag?: DocTag | undefined;
}

function parameterOf(node: Node): Parameter {
  const target = node.type === 'AssignmentPattern' ? node.left : node;
  const annotation = 'typeAnnotation' in target ? target.typeAnnotation : undefined;
  return {
    node,
    name: target.type === 'Identifier' ? target.name : undefined,
    pattern: target.type === 'ObjectPattern' ? target : undefined,
    type: annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined,
    otherwise: node.type === 'AssignmentPattern' ? literalOf(node.right) : undefined,
    isOptional:
      node.type === 'AssignmentPattern' || (target.type === 'Identifier' && target.optional === true),
  };
}

const ofContext = /^(invoker|auxdata|configuration|namespace|signal|progress|permit|models|tools)$/;

/** The last parameter is the context if it is called so, or takes only what the context has. */
function isContext({ name, pattern, type, tag }: Parameter, isOnly: boolean): boolean {
  if (pattern === undefined) return /^_?(context|ctx)$/.test(name ?? '');
  if (isOnly && (pattern.properties.length === 0 || type?.type === 'TSTypeLiteral' || tag !== undefined))
    return false;
  return pattern.properties.every(each => each.type === 'ObjectProperty' && ofContext.test(keyOf(each.key)));
}

/** A first parameter that is destructured, or called `args` or `_…`, is the object of all arguments. */
function wholeObject(first: Parameter, tags: readonly DocTag[], reading: Reading): JsonObject {
  const { pattern, type, tag, node } = first;
  const parts = (pattern?.properties ?? []).map(each =>
    each.type === 'ObjectProperty'
      ? { ...parameterOf(each.value), name: keyOf(each.key) }
      : parameterOf(each),
  );
  if (type === undefined && tag === undefined)
    return closedObject(parts.map(each => propertyOf(each, [], reading)));
  const { properties, required, ...rest } = propertyOf({ ...first, name: tag?.name ?? 'args' }, tags, reading)
    .schema as JsonSchema;
  if (rest.type !== 'object') return reading.refuse(node, 'What takes all arguments must be an object.');
  const described = Object.entries((properties ?? {}) as JsonObject).map(([name, each]) => {
    const part = parts.find(({ name: own }) => own === name);
    const text = tags.find(({ name: own }) => own === `${tag?.name}.${name}`)?.text;
    const isOptional = part?.isOptional === true || !((required ?? []) as readonly string[]).includes(name);
    return { name, isOptional, schema: withMore(each as JsonObject, text, part?.otherwise) };
  });
  return closedObject(described, rest.additionalProperties ?? true);
}

function propertyOf(parameter: Parameter, tags: readonly DocTag[], reading: Reading): Property {
  const { name, node, type, tag, isOptional } = parameter;
  if (name === undefined)
    return { name: '', isOptional, schema: reading.refuse(node, 'This parameter has no name of its own.') };
  const fromDoc = tag?.otherwise ? parsedExpression(tag.otherwise) : undefined;
  const otherwise = parameter.otherwise ?? (fromDoc && literalOf(fromDoc));
  const schema = baseOf({ ...parameter, otherwise }, tags, reading);
  const mayMiss = type ? allowsUndefined(type) : /=$|\bundefined\b/.test(tag?.type ?? '');
  return {
    name,
    schema: withMore(schema, tag?.text, otherwise),
    isOptional: isOptional || mayMiss || tag?.isOptional === true,
  };
}

function baseOf(
  { name, node, type, tag, otherwise }: Parameter,
  tags: readonly DocTag[],
  reading: Reading,
): JsonObject {
  if (type !== undefined) {
    const schema = schemaOf(type, reading);
    return schema.type === 'number' && tag?.type === 'integer' ? { type: 'integer' } : schema;
  }
  const parts = tags.flatMap(part => {
    const [, whole, own] = /^(.+)\.(\w+)$/.exec(part.name) ?? [];
    return whole !== undefined && whole === tag?.name
      ? [{ node: part, name: own, tag: part, isOptional: false }]
      : [];
  });
  if (parts.length > 0) return closedObject(parts.map(part => propertyOf(part, tags, reading)));
  if (tag?.type) return schemaOfDoc(tag, reading);
  if (/^(string|number|boolean)$/.test(typeof otherwise)) return { type: typeof otherwise };
  return reading.refuse(node, `${name} has no type.`);
}

function schemaOfDoc(tag: DocTag, reading: Reading): JsonObject {
  const parsed = parseType(tag.type);
  if (parsed === undefined) return reading.refuse(tag, `${tag.type} isn’t a type that Converser can read.`);
  // Its nodes have no places in the module, but its tag has.
  const refuse: Reading['refuse'] = (_, reason) => reading.refuse(tag, reason);
  return schemaOf(parsed.type, { ...reading, refuse, sourceOf: node => sourceIn(parsed.source, node) });
}
