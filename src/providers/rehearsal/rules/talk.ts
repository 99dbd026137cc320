import type { Rule } from './rule.ts';

const attached =
  '(this|that|it|this file|that file|the file|the document|this document|the attachment|the attachments|the attached file|the attached files|the attached document|the selection|this selection|this code|this text|the selected text|the selected code|these files|the files|these|these documents)';

/** What is answered without a tool. */
export const talkRules: readonly Rule[] = [
  {
    answers: 'documents',
    says: [
      `(what is|what's|whats|what are) [there] (in|inside) ${attached}`,
      `(what is|what's|whats) ${attached}`,
      `what (does|do) ${attached} (say|contain|do|mean|hold)`,
      `(show|read|print|display|quote|summarize|summarise|explain|describe|see|look at) [me] ${attached}`,
      `what ${attached} (says|contains|holds|is about)`,
      `[show|tell] [me] [the] (result|results|answer|output)`,
      `(what did I attach|what have I attached|what is attached)`,
    ],
  },
  {
    answers: 'tools',
    says: [
      '(help|help me|usage|commands|examples|?|/help|/tools|/invoke)',
      '(who|what) are you',
      "(who's|what's) this",
      '(what can you do|what do you do|what do you understand|what can I ask|what can I say|how do you work|how does this work|what is rehearsal|what are you able to do)',
      '(are you) [a|an] {what:text}',
      '(what|which) tools (do you have|are there|can you use|exist|are available|do you know)',
      '(list|show) [me] [the|all|your] tools',
      'tools',
    ],
  },
  {
    answers: 'greeting',
    says: [
      '(hi|hello|hey|hey there|hello there|hi there|good morning|good afternoon|good evening|good day|hallo|greetings|moin|howdy|yo)',
      "(how are you|how do you do|how are you doing|what is up|what's up)",
    ],
  },
  {
    answers: 'thanks',
    says: ['(thanks|thank you|thanks a lot|thank you very much|cheers|great|nice|cool|ok|okay|good|perfect)'],
  },
];
