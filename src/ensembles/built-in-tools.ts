import type { Person } from '../converser/words/ensemble/person.ts';
import { askModel } from './ask-model-tool.ts';
import type { Tool } from './define-tool.ts';
import { askPerson } from './dialogue/ask-person.ts';
import { planTool } from './dialogue/plan.ts';
import type { Shell } from './shell/shell.ts';
import { shellTools } from './shell/shell-tools.ts';
import { summarizationTools } from './summarization/summarization-tools.ts';
import { toolSearchTools } from './tool-search/tool-search-tools.ts';
import { fetchPage } from './web/fetch-page.ts';
import type { WebNetwork } from './web/fetch-wanted.ts';
import type { ToolContext } from './workspace/places/tool-context.ts';
import { workspaceToolsWith } from './workspace/workspace-tools.ts';

export interface BuiltInToolsPorts {
  readonly shared: ToolContext;
  readonly person: Person;
  readonly web: WebNetwork;
  readonly shell: Shell;
}

export function builtInTools({ shared, person, web, shell }: BuiltInToolsPorts): readonly Tool[] {
  return [
    ...workspaceToolsWith(shared),
    ...summarizationTools(shared),
    askPerson(person),
    planTool(),
    askModel(),
    fetchPage(web),
    ...shellTools(shell),
    ...toolSearchTools(),
  ];
}
