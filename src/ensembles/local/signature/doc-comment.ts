import type { Comment } from '@babel/types';
import { oneLine } from '../../../converser/words/tool-text/one-line.ts';

export interface DocComment {
  /** The first paragraph, in one line. */
  readonly text: string;
  readonly tags: readonly DocTag[];
}

/** `@param {type} [name=otherwise] text` */
export interface DocTag {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly otherwise: string;
  readonly text: string;
  readonly loc: Span;
}

/** Lines count from 1, and columns from 0. */
export type Span = Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;

export function docBefore({ leadingComments }: { readonly leadingComments?: Comment[] | null }): DocComment {
  const comment = leadingComments?.findLast(each => each.value.startsWith('*'));
  const text = (comment?.value ?? '').replace(/^[ \t]*\*/gm, '');
  const marks = [...text.matchAll(/^[ \t]*@(\w+)/gm)];
  const [first = ''] = text
    .slice(0, marks[0]?.index)
    .trim()
    .split(/\n\s*\n/);
  const tags = marks.flatMap(({ 0: mark, 1: kind, index }, at) => {
    const written = text.slice(index + mark.length, marks[at + 1]?.index);
    const line = (comment?.loc?.start.line ?? 1) + text.slice(0, index).split('\n').length - 1;
    return kind === 'param'
      ? [{ ...readTag(written), loc: { start: { line, column: 0 }, end: { line: line + 1, column: 0 } } }]
      : [];
  });
  return { text: oneLine(first), tags };
}

function readTag(text: string): Omit<DocTag, 'loc'> {
  const braced = bracketed(text.trimStart(), '{}');
  const named = text.trimStart().slice(braced.length).trimStart();
  const optional = bracketed(named, '[]');
  const written = optional === '' ? (/^\S*/.exec(named)?.[0] ?? '') : optional;
  const [name = '', ...otherwise] = (optional === '' ? written : optional.slice(1, -1)).split('=');
  return {
    name: name.trim(),
    type: oneLine(braced.slice(1, -1)),
    isOptional: optional !== '',
    otherwise: otherwise.join('=').trim(),
    text: oneLine(named.slice(written.length)).replace(/^- */, ''),
  };
}

/** What is between the first bracket and its counterpart, both included. */
function bracketed(text: string, [open, close]: string): string {
  if (text[0] !== open) return '';
  let depth = 0;
  for (const [at, each] of text.split('').entries()) {
    if (each === open) depth++;
    if (each === close && --depth === 0) return text.slice(0, at + 1);
  }
  return text;
}
