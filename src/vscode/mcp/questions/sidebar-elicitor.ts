import { defined } from '../../../converser/json/defined.ts';
import type { Elicitor } from '../../../ensembles/mcp/elicitation/elicitor.ts';
import type { OpenRequests } from '../../questions/open-requests.ts';

/** Shows the questions of MCP servers as cards in the sidebar. */
export function createSidebarElicitor(requests: OpenRequests): Elicitor {
  return {
    async form({ server, message, fields, complaint }, signal) {
      const problem = complaint === undefined ? undefined : `This doesn't fit the form: ${complaint}.`;
      const answer = await requests.ask(defined({ kind: 'form', server, message, fields, problem }), signal);
      return answer.action === 'accept' ? { action: 'accept', content: answer.content ?? {} } : answer;
    },
    async page({ server, message, page }, signal) {
      const { action } = await requests.ask({ kind: 'page', server, message, page: page.href }, signal);
      return action;
    },
  };
}
