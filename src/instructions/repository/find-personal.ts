import { child } from '../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../converser/words/workspace/workspace.ts';
import type { RuleFiles } from '../instruction-files.ts';
import { findPersonalRules } from './find-rules.ts';
import { readWithImports, type Standing, unique } from './find-standing.ts';

/**
 * In your folders, the first file of each list counts; Copilot CLI also takes all `*.instructions.md` below
 * `instructions`: https://code.claude.com/docs/en/memory,
 * https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions,
 * https://developers.openai.com/codex/guides/agents-md
 */
const names = [['AGENTS.override.md', 'AGENTS.md'], ['copilot-instructions.md'], ['CLAUDE.md']];

/** Your instructions for all folders. They are yours, so no folder has to be trusted for them. */
export async function findPersonal(personal: RuleFiles): Promise<Standing> {
  const found = await Promise.all(personal.files.roots.map(root => personalIn(root, personal)));
  return {
    files: unique(found.flatMap(({ files }) => files)),
    rules: found.flatMap(({ rules }) => rules),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  };
}

async function personalIn(root: Root, personal: RuleFiles): Promise<Standing> {
  const places = names.map(alternatives => alternatives.map(name => child({ root, path: '' }, name)));
  const [named, rules] = await Promise.all([
    Promise.all(places.map(alternatives => firstOf(alternatives, personal))),
    findPersonalRules(root, personal),
  ]);
  return {
    files: [...named.flatMap(({ files }) => files), ...rules.always],
    // No tool reads them, so models have no use for their descriptions.
    rules: rules.some.map(rule => ({ ...rule, description: '' })),
    leftOut: [...named.flatMap(({ leftOut }) => leftOut), ...rules.leftOut],
  };
}

type Found = Pick<Standing, 'files' | 'leftOut'>;

async function firstOf(places: readonly Location[], personal: RuleFiles): Promise<Found> {
  const leftOut: Found['leftOut'][number][] = [];
  for (const place of places) {
    const found = await readWithImports(place, personal);
    leftOut.push(...found.leftOut);
    if (found.files.some(({ text }) => text !== '')) return { files: found.files, leftOut };
  }
  return { files: [], leftOut };
}
