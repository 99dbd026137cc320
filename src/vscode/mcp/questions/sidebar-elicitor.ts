import { defined } from '../../../converser/ground/json/defined.ts';
import type { Elicitor } from '../../../ensembles/mcp/elicitation/elicitor.ts';
import type { ServerQuestions } from '../../questions/open-questions.ts';

export function createSidebarElicitor(requests: ServerQuestions): Elicitor {
  return {
    async form({ server, message, fields, complaint }, signal) {
      const problem = complaint === undefined ? undefined : `This doesn’t fit the form: ${complaint}.`;
      const answer = await requests.open(defined({ kind: 'form', server, message, fields, problem }), signal)
        .answer;
      return answer.action === 'accept' ? { action: 'accept', content: answer.content ?? {} } : answer;
    },
    async page({ server, message, page }, signal) {
      const { action } = await requests.open({ kind: 'page', server, message, page: page.href }, signal)
        .answer;
      return action;
    },
  };
}
