import { child } from '../../converser/workspace/paths.ts';
import type { InstructionFiles } from '../instruction-files.ts';
import { readWithImports, type Standing, unique } from './find-standing.ts';

/**
 * In folders of your own, where the programs look that brought them in:
 * https://code.claude.com/docs/en/memory,
 * https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions,
 * https://developers.openai.com/codex/guides/agents-md
 */
const names = ['AGENTS.md', 'copilot-instructions.md', 'CLAUDE.md'];

/** Your own instructions for all folders, each text once. They are yours, so no folder has to be trusted for them. */
export async function findPersonal(personal: InstructionFiles): Promise<Pick<Standing, 'files' | 'leftOut'>> {
  const places = personal.files.roots.flatMap(root => names.map(name => child({ root, path: '' }, name)));
  const found = await Promise.all(places.map(place => readWithImports(place, personal)));
  return {
    files: unique(found.flatMap(({ files }) => files)),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  };
}
