import { fileURLToPath } from 'node:url';
import type { PageText, PageToRead } from './read-html.ts';

/** This module is started as a process, in whatever file the bundle has put it. */
export const pageProcess = fileURLToPath(import.meta.url);

/** Only a process with this first argument reads; other importers want the path. */
export const pageMark = 'converser-read-page';

export type PageReading =
  | { readonly kind: 'text'; readonly page: PageText }
  | { readonly kind: 'unreadable'; readonly reason: string };

if (process.argv[2] === pageMark) process.once('message', message => void answer(message as PageToRead));

async function answer(page: PageToRead): Promise<void> {
  const { readHtml } = await import('./read-html.ts');
  process.send?.(
    reading(() => readHtml(page)),
    () => process.disconnect(),
  );
}

function reading(read: () => PageText): PageReading {
  try {
    return { kind: 'text', page: read() };
  } catch (cause) {
    return { kind: 'unreadable', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}
