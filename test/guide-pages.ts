import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import createMarkdownIt, { type Token } from 'markdown-it';

const here = path.resolve(import.meta.dirname, '..');

/** A page that people read. */
export interface Page {
  /** In the checkout. */
  readonly file: string;
  readonly text: string;
  readonly tokens: readonly Token[];
}

export interface Block {
  readonly language: string;
  readonly content: string;
}

/** The pages of the guide. */
export async function readGuide(): Promise<readonly Page[]> {
  const names = await readdir(path.join(here, 'media', 'guide'));
  return Promise.all(names.map(name => readPage(`media/guide/${name}`)));
}

/** Tests that run in VS Code are bundled elsewhere, and name the checkout. */
export async function readPage(file: string, checkout = here): Promise<Page> {
  return parse(file, await readFile(path.join(checkout, file), 'utf8'));
}

/** What stands below a heading of the second level, up to the next one. */
export function sectionOf({ file, text }: Page, heading: string): Page {
  const section = new RegExp(`^## ${heading}\\n(.*?)^## `, 'ms').exec(text)?.[1];
  assert.ok(section !== undefined, `${file} has no section “${heading}” any more.`);
  return parse(file, section);
}

function parse(file: string, text: string): Page {
  return { file, text, tokens: createMarkdownIt({ html: true }).parse(text, {}) };
}

export function blocksOf({ tokens }: Page): readonly Block[] {
  return tokens
    .filter(({ type }) => type === 'fence')
    .map(({ info, content }) => ({ language: info, content }));
}

/** What stands between backquotes in the text, in order. */
export function quotedIn({ tokens }: Page): readonly string[] {
  return inlineIn(tokens)
    .filter(({ type }) => type === 'code_inline')
    .map(({ content }) => content);
}

export function linksIn({ tokens }: Page): readonly string[] {
  return inlineIn(tokens).flatMap(token =>
    [token.attrGet('href') ?? token.attrGet('src') ?? []].flat().map(String),
  );
}

/** The text of headings as links name them. */
export function anchorsIn({ tokens }: Page): readonly string[] {
  return tokens
    .filter((_token, at) => tokens[at - 1]?.type === 'heading_open')
    .map(({ content }) =>
      content
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
}

/** What is to be typed, without the comment behind it and with what is continued in one line. */
export function typedIn(page: Page): readonly string[] {
  return blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ content }) => content.replaceAll('\\\n', ' ').trimEnd().split('\n'))
    .map(line => line.replace(/ {2,}#.*$/, ''));
}

function inlineIn(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap(({ children }) => children ?? []);
}
