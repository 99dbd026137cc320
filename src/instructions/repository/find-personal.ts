import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { RuleFiles } from '../instruction-files.ts';
import type { LeftOut } from '../read-markdown.ts';
import { findPersonalRules, joinStanding, type Standing } from './find-rules.ts';
import { noStanding, readWithImports, unique } from './find-standing.ts';

/**
 * In your folders, the first file of each list counts; Copilot CLI also takes all `*.instructions.md` below
 * `instructions`: https://code.claude.com/docs/en/memory,
 * https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions,
 * https://developers.openai.com/codex/guides/agents-md
 */
const names = [['AGENTS.override.md', 'AGENTS.md'], ['copilot-instructions.md'], ['CLAUDE.md']];

/** Your instructions for all folders. They are yours, so no folder has to be trusted for them. */
export async function findPersonal(personal: RuleFiles): Promise<Standing> {
  const found = await Promise.all(
    personal.files.roots.flatMap(root => [
      ...names.map(alternatives =>
        firstOf(
          alternatives.map(path => ({ root, path })),
          personal,
        ),
      ),
      findPersonalRules(root, personal),
    ]),
  );
  const { files, rules, leftOut } = joinStanding(found);
  // No tool reads your rules, so models have no use for their descriptions.
  return { files: unique(files), rules: rules.map(rule => ({ ...rule, description: '' })), leftOut };
}

async function firstOf(places: readonly Location[], personal: RuleFiles): Promise<Standing> {
  const leftOut: LeftOut[] = [];
  for (const place of places) {
    const found = await readWithImports(place, personal);
    leftOut.push(...found.leftOut);
    if (found.files.some(({ text }) => text !== '')) return { ...found, leftOut };
  }
  return { ...noStanding, leftOut };
}
