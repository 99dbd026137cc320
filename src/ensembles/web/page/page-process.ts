import { fileURLToPath } from 'node:url';
import { answerApart } from '../../process/read-apart.ts';
import type { PageToRead } from './read-html.ts';

/** This module is started as a process, in whatever file the bundle has put it. */
export const pageReader = { file: fileURLToPath(import.meta.url), mark: 'converser-read-page' };

answerApart(pageReader.mark, async (page: PageToRead) => (await import('./read-html.ts')).readHtml(page));
