import { child } from '../../converser/workspace/paths.ts';
import type { Location } from '../../converser/workspace/workspace.ts';
import type { InstructionFiles } from '../instruction-files.ts';
import { readWithImports, type Standing, unique } from './find-standing.ts';

/**
 * In folders of your own, where the programs look that brought them in, the first that says something of each:
 * https://code.claude.com/docs/en/memory,
 * https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions,
 * https://developers.openai.com/codex/guides/agents-md
 */
const names = [['AGENTS.override.md', 'AGENTS.md'], ['copilot-instructions.md'], ['CLAUDE.md']];

type Found = Pick<Standing, 'files' | 'leftOut'>;

/** Your own instructions for all folders, each text once. They are yours, so no folder has to be trusted for them. */
export async function findPersonal(personal: InstructionFiles): Promise<Found> {
  const places = personal.files.roots.flatMap(root =>
    names.map(alternatives => alternatives.map(name => child({ root, path: '' }, name))),
  );
  const found = await Promise.all(places.map(alternatives => firstOf(alternatives, personal)));
  return {
    files: unique(found.flatMap(({ files }) => files)),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  };
}

async function firstOf(places: readonly Location[], personal: InstructionFiles): Promise<Found> {
  const leftOut: Found['leftOut'][number][] = [];
  for (const place of places) {
    const found = await readWithImports(place, personal);
    leftOut.push(...found.leftOut);
    if (found.files.some(({ text }) => text !== '')) return { files: found.files, leftOut };
  }
  return { files: [], leftOut };
}
