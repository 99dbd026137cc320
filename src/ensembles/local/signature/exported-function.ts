import type {
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
  Node,
  Program,
} from '@babel/types';
import { type DocComment, docBefore } from './doc-comment.ts';

export interface ExportedFunction {
  readonly node: FunctionDeclaration | FunctionExpression | ArrowFunctionExpression;
  readonly doc: DocComment;
}

/** What isn’t written out as a function of this module, such as an object, is absent. */
export function exportedFunction({ body }: Program, name: string): ExportedFunction | undefined {
  const alias = body
    .flatMap(each => (each.type === 'ExportNamedDeclaration' && !each.source ? each.specifiers : []))
    .find(each => (each.exported.type === 'Identifier' ? each.exported.name : each.exported.value) === name);
  const local = alias?.type === 'ExportSpecifier' ? alias.local.name : name;
  for (const statement of body) {
    const declared = 'declaration' in statement && statement.declaration ? statement.declaration : statement;
    const isDefault = statement.type === 'ExportDefaultDeclaration' && local === 'default';
    const node = isDefault ? declared : namedIn(declared, local);
    if (node && isFunction(node)) return { node, doc: docBefore(statement) };
  }
  return undefined;
}

function namedIn(declared: Node, name: string): Node | null | undefined {
  if (declared.type === 'FunctionDeclaration') return declared.id?.name === name ? declared : undefined;
  if (declared.type !== 'VariableDeclaration') return undefined;
  return declared.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)?.init;
}

function isFunction(node: Node): node is ExportedFunction['node'] {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}
