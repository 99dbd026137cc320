import type { ReadAnswer } from './read-answer.ts';

export interface RecentPages {
  get(key: string): FetchedPage | undefined;
  keep(key: string, page: FetchedPage): void;
}

const mostPages = 3;

export function recentPages(namespace: Map<string, unknown>): RecentPages {
  const name = 'recent pages';
  const found = namespace.get(name);
  const pages = found instanceof Map ? (found as Map<string, FetchedPage>) : new Map<string, FetchedPage>();
  namespace.set(name, pages);
  return {
    get: key => pages.get(key),
    keep(key, page) {
      // Images and files are never read on in.
      if (page.read.kind !== 'text') return;
      pages.delete(key);
      pages.set(key, page);
      const [oldest] = pages.keys();
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
    },
  };
}

export interface FetchedPage {
  readonly url: URL;
  readonly read: ReadAnswer;
  readonly size: number;
}
