/** Small mistakes that could be made in a module: each is a piece of text in place of another one. */

import { type Node, parseSync } from 'oxc-parser';

export interface Mutant {
  /** Relative to the repository. */
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** Runs when something is called, not when the module is loaded. */
  readonly isCalled: boolean;
}

/** All the mutants of a module, in the order of their places. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const mutate = (node: { readonly start: number; readonly end: number }, kind: string, after: string) => {
    const before = source.slice(node.start, node.end);
    const line = source.slice(0, node.start).split('\n').length;
    found.push({
      file,
      line,
      kind,
      start: node.start,
      end: node.end,
      before,
      after,
      isCalled: functions > 0,
    });
  };
  let functions = 0;
  visit(program, (node, visitInner) => {
    const isFunction = /Function/.test(node.type);
    mutateNode(node, source, mutate);
    if (isFunction) functions++;
    visitInner();
    if (isFunction) functions--;
  });
  return found;
}

type Mutate = (place: { readonly start: number; readonly end: number }, kind: string, after: string) => void;

const flipped: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
};

function mutateNode(node: Node, source: string, mutate: Mutate): void {
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = flipped[node.operator];
      if (other === undefined || isText(node.left) || isText(node.right)) return;
      const between = source.slice(node.left.end, node.right.start).replace(node.operator, other);
      mutate(node, 'operator', `${textOf(node.left)}${between}${textOf(node.right)}`);
      return;
    }
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      mutate(node.test, 'condition', `!(${textOf(node.test)})`);
      return;
    case 'ExpressionStatement':
    case 'ThrowStatement':
      if (!('directive' in node && node.directive)) mutate(node, 'statement', ';');
      return;
    case 'Literal':
      if (typeof node.value === 'number') mutate(node, 'constant', String(node.value + 1));
      if (typeof node.value === 'boolean') mutate(node, 'constant', String(!node.value));
      if (typeof node.value === 'string' && node.value !== '') mutate(node, 'text', "''");
      return;
    default:
  }
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** Visits what runs: no types, and no names of modules and of properties. */
function visit(node: Node, each: (node: Node, visitInner: () => void) => void): void {
  if (/^(?:Import|Export\w+Declaration)/.test(node.type) && 'source' in node && node.source !== null) return;
  if (node.type.startsWith('TS') && !('expression' in node)) return;
  each(node, () => {
    for (const [name, inner] of Object.entries(node)) {
      const isName = name === 'key' && !('computed' in node && node.computed);
      if (isName || name === 'typeAnnotation' || name === 'typeArguments') continue;
      for (const one of Array.isArray(inner) ? inner : [inner]) if (isNode(one)) visit(one, each);
    }
  });
}

/**
 * The module with all these mistakes in it, each of which is made only while `globalThis.mutant` is its number. Those that can't
 * be chosen so are left out: what holds another one, and what runs as the module is loaded.
 */
export function withSwitches(
  source: string,
  mutants: readonly (Mutant & { readonly id: number })[],
): { readonly source: string; readonly switched: readonly number[] } {
  let changed = source;
  let last = source.length;
  const switched: number[] = [];
  for (const { id, kind, start, end, before, after, isCalled } of [...mutants].sort(
    (a, b) => b.start - a.start,
  )) {
    if (!isCalled || end > last) continue;
    const isChosen = `globalThis.mutant === ${id}`;
    const both =
      kind === 'statement' ? `if (!(${isChosen})) { ${before} }` : `(${isChosen} ? (${after}) : (${before}))`;
    changed = changed.slice(0, start) + both + changed.slice(end);
    last = start;
    switched.push(id);
  }
  return { source: changed, switched };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
