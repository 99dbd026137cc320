import { asWritten, type CorpusCase, callsOf, casesOf, read, roll } from './corpus-case.ts';

const calling = '{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}';
const block = `\`\`\`json\n${calling}\n\`\`\``;
const tagged = '<tool_call>{"name": "roll", "arguments": {"dice": "d6"}}</tool_call>';

/** How models go on after a call when nothing stops them. */
const goingOn: Readonly<Record<string, string>> = {
  'the contract’s own results': '\n{"results":[{"name":"roll","result":"5"}]}',
  'results with spaces, in a block': '\n```json\n{ "results" : [{"name": "roll", "result": "4"}]}\n```',
  'results after a comma': ', {"results": []}',
  'a label': '\n\nTool result: 4',
  'a bold label': '\n\n**Tool Results:**\n4',
  'a heading': '\n### Tool result\n4',
  'a label with the tool’s name': '\nResult of chance:roll: 4',
  'a label in brackets': '\n[Result of chance__roll:] 4',
  'a function’s output': '\nFunction call output: 4',
  'a result in the way of messages': '\n{"type": "tool_result", "content": "4"}',
  'a message of the tool': '\n{"role": "tool", "content": "4"}',
  'what the tool returned': '\nTool chance:roll returned: 4',
  'what a function returned, in a sentence': '\n\nFunction `roll` returned 4.\nSo it is 4.',
  'an observation': '\nObservation: 4\nThought: I know it.',
  'a user': '\n\nUser: Thanks!',
  'a human': '\n\nHuman: Thanks!',
  'an assistant who knows the result': '\nAssistant: It is 4.',
  'a tag for results': '\n<tool_response>\n4\n</tool_response>',
  'another tag for results': '\n<function_results>4</function_results>',
  'the header of a template': '<|im_end|>\n<|im_start|>user\n4',
  'another template’s header': '<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n\n4',
  'Mistral’s marker': '[TOOL_RESULTS] [{"content": 4}]',
};

/** Text after a call that begins in no other’s name. */
const explaining: Readonly<Record<string, string>> = {
  'what a tool does': '\nTool calls return numbers.',
  'what the tool would return': '\nThe tool roll returns a number.',
  'a sentence about the result': '\nThe tool result: it will come.',
  'a sentence that begins like a label': '\nTool results are sent to me later.',
  'a sentence about users': '\nUsers: they like dice. User experience matters.',
  'other JSON': '\n{"resultset": 1}',
  'a tag of HTML': '\n<table><tr></tr></table>',
  'a word that begins like a label': '\nUse',
  'a half label at the end': '\nTool resul',
};

export const inventions: readonly CorpusCase[] = [
  ...Object.entries(goingOn).map(
    ([what, text]): CorpusCase => ({
      about: `invented after a call: ${what}`,
      reply: calling + text,
      calls: [roll('d6')],
      isInvented: true,
    }),
  ),
  ...Object.entries(explaining).map(
    ([what, text]): CorpusCase => ({
      about: `after a call: ${what}`,
      reply: calling + text,
      text: asWritten,
      proposals: [roll('d6')],
    }),
  ),
  ...casesOf({ text: asWritten, proposals: [roll('d6')] })({
    'a bare label after a block, which explains it': `${block}\n\nResult: a number.`,
    'results after an announced example': `For example:\n${calling}\n{"results":[{"name":"roll","result":"4"}]}`,
    'a label after prose after a call': `${calling}\nI wait.\n\nTool result: none yet.`,
  }),
  ...casesOf({ text: asWritten })({
    'a user after the end mark of HTML': 'Not <s>3</s>\nUser: 4',
    'results in the block of a call': `A round of it:\n\`\`\`\nUser: Roll!\n${calling}\nTool result: 4\n\`\`\`\nThat is all.`,
    'a transcript without a call':
      'User: Roll!\nAssistant: I do.\nTool result: 4\n<tool_response>4</tool_response>\n{"results":[]}',
  }),
  ...callsOf({
    'a label within a call': [
      '{"name":"roll","arguments":{"dice":"Tool result: 4\\nUser: d6"}}',
      roll('Tool result: 4\nUser: d6'),
    ],
  }),
  ...casesOf({ text: 'Let me roll.\n', calls: [roll('d6')], isInvented: true })({
    'invented after a call: a bare label': `Let me roll.\n${calling}\nResult: 4\n\nYou rolled a 4.`,
  }),
  ...casesOf({ calls: [roll('d6')], isInvented: true })({
    'invented after a block: a label': `${block}\n\nTool result: 4`,
  }),
  ...casesOf({ calls: [roll('d6'), read('a')], isInvented: true })({
    'invented after several calls: a whole conversation': `${tagged}\n<tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>\n<tool_response>4</tool_response>\n${tagged}`,
  }),
  ...casesOf({ malformed: ['unknown tool'], isInvented: true })({
    'invented after a broken call': `{"calls":[{"name":"gone","arguments":{}}]}\nTool result: 4`,
  }),
  ...casesOf({ text: 'It is 4.\n', isInvented: true })({
    'invented after the answer: a user': '{"answer": "It is 4."}\nUser: And now?\n{"answer": "Now 5."}',
  }),
  ...casesOf({ text: 'It is 4.', isInvented: true })({
    'invented after the mark of an end: a header': 'It is 4.<|im_end|>\n<|im_start|>user\nThanks!',
  }),
];
