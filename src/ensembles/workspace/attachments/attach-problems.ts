import { defined } from '../../../converser/ground/json/defined.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { Attachment } from '../../../converser/turn/attachments/attachment.ts';
import { placeKey } from '../../../converser/words/workspace/paths.ts';
import type { Diagnostic, Location } from '../../../converser/words/workspace/workspace.ts';
import { labelOfFiles } from '../label-files.ts';
import { shownPlace } from '../places/tool-context.ts';
import { withoutWithheld } from '../places/withhold.ts';
import { problemText } from '../problem-text.ts';
import { deniedTo, type RuledContext } from './withheld-here.ts';

const mostProblems = 100;

export async function attachProblems(
  shared: RuledContext,
  active: Location | undefined,
): Promise<Attachment> {
  const found = (await shared.workspace.diagnostics?.(undefined)) ?? [];
  const severe = found.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const open = await withoutWithheld(shared, severe, deniedTo('get_diagnostics', shared));
  const all = open.toSorted((a, b) => rank(a, active) - rank(b, active));
  const hidden = severe.length - all.length;
  const left =
    hidden === 0 ? '' : `without ${countText(hidden, 'problem')} in files that are protected or denied`;
  const shown = all.slice(0, mostProblems);
  const cut = all.length > shown.length ? `only ${shown.length} of ${all.length}` : '';
  const note = [cut, left].filter(Boolean).join(', ') || undefined;
  const none = all.length === 0 ? ['VS Code shows no errors or warnings.'] : [];
  const lines = shown.map(each => `${shownPlace(shared, each.location)}:${each.line}: ${problemText(each)}`);
  return defined({
    kind: 'problems',
    title: all.length === 0 ? 'problems' : countText(all.length, 'problem'),
    content: {
      type: 'resource',
      uri: 'problems',
      mimeType: 'text/plain',
      text: [...none, ...lines, ...(note === undefined ? [] : [`[${note}]`])].join('\n'),
    },
    note,
    label: await labelOfFiles(
      shared,
      shown.map(({ location }) => location),
    ),
  });
}

function rank({ location, severity }: Diagnostic, active: Location | undefined): number {
  const isElsewhere = active === undefined || placeKey(active) !== placeKey(location);
  return (isElsewhere ? 2 : 0) + (severity === 'error' ? 0 : 1);
}
