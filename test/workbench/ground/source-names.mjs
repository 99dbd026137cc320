/** Names the sources in the stack of an error that ends a bundled program. Their maps are read only then. */

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.on('uncaughtExceptionMonitor', error => {
  if (typeof error?.stack === 'string') error.stack = withSourceNames(error.stack);
});

/** @param {string} stack */
function withSourceNames(stack) {
  return stack.replace(/(file:\/\/\S+\.js):(\d+):(\d+)/g, (written, url, line, column) => {
    try {
      const file = fileURLToPath(url);
      const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
      const { fileName, lineNumber, columnNumber } = /** @type {import('node:module').SourceOrigin} */ (
        map.findOrigin(Number(line), Number(column))
      );
      return `${path.resolve(path.dirname(file), fileName ?? '')}:${lineNumber}:${columnNumber}`;
    } catch {
      return written;
    }
  });
}
