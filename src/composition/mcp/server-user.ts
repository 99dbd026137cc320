import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import { samplingConsent } from '../../vscode/mcp/questions/sampling-consent.ts';
import { createSidebarElicitor } from '../../vscode/mcp/questions/sidebar-elicitor.ts';
import type { UserPorts } from '../../vscode/mcp/questions/user-ports.ts';
import { chosenModel } from '../../vscode/models/chosen-model.ts';
import type { ServerQuestions } from '../../vscode/questions/open-questions.ts';
import type { ServerUser } from './load-mcp.ts';

export interface ServerUserOptions {
  readonly user: UserPorts;
  readonly requests: ServerQuestions;
  readonly models: ModelRoster;
}

export function createServerUser({ user, requests, models }: ServerUserOptions): ServerUser {
  return {
    ...user,
    elicitor: createSidebarElicitor(requests),
    sampling: {
      models: signal => models.models(signal),
      chosen: signal => chosenModel(models, signal),
      consent: samplingConsent(requests),
    },
  };
}
