import type { EnsembleKind } from '../descriptors/ensemble-kind.ts';
import { describedKind } from '../local/described-kind.ts';
import type { ToolContext } from '../workspace/places/tool-context.ts';
import { databaseTools } from './database-tools.ts';

/** The table `[database]` alone says which tools there are. */
export function databaseKind(shared: ToolContext): EnsembleKind {
  return {
    kind: 'database',
    prepare(descriptor, surroundings) {
      const { document, database = { file: '' } } = descriptor;
      const tools = databaseTools(shared, database);
      const place = { document, path: ['database'] };
      const invokers = tools.map(({ name, description }) => ({ name, description, enabled: true, place }));
      const described = describedKind('database', ({ name }) => {
        const tool = tools.find(each => each.name === name);
        if (tool === undefined) throw new Error(`${name} isn’t a tool of databases.`);
        return { made: { tool, implementation: `${database.file}: ${name}` }, mistakes: [] };
      });
      return described.prepare({ ...descriptor, invokers }, surroundings);
    },
  };
}
