import { asWritten, type CorpusCase, read, roll, search, write } from './corpus-case.ts';

/**
 * Families that write a word or a line before a call, as their templates and the tests of vLLM, SGLang and llama.cpp
 * document them: OLMo 3, Phi-4-mini and FireFunction, Functionary 3.2, and ReAct.
 */
export const headed: readonly CorpusCase[] = [
  {
    about: 'OLMo 3',
    reply: '<function_calls>\nread_file(path="a.txt")\n</function_calls>',
    calls: [read('a.txt')],
  },
  {
    about: 'OLMo 3: one call a line',
    reply:
      '<function_calls>roll(dice="2d6")\nfiles__search(query="x", limit=3, paths=["a", "b"], exact=True)</function_calls>',
    calls: [roll('2d6'), search({ query: 'x', limit: 3, paths: ['a', 'b'], exact: true })],
  },
  {
    about: 'OLMo 3: without arguments, with JSON’s words, after a sentence, with the end of the turn',
    reply:
      'I look.\n<function_calls>files__list()\nsearch(query="x", exact=false, limit=null)\n</function_calls><|im_end|>',
    text: 'I look.\n',
    calls: [['files__list', {}], search({ query: 'x', exact: false, limit: null })],
  },
  {
    about: 'OLMo 3: escaped quotation marks, brackets in texts, an empty object',
    reply: String.raw`<function_calls>search(query='Martha\'s (a) "b"', paths={})</function_calls>`,
    calls: [search({ query: 'Martha\'s (a) "b"', paths: {} })],
  },
  {
    about: 'OLMo 3: cut off',
    reply: '<function_calls>\nroll(dice="2d',
    malformed: ['it is incomplete'],
  },
  {
    about: 'OLMo 3: of an unknown tool',
    reply: '<function_calls>explode(now=True)</function_calls>',
    malformed: ['unknown tool "explode"'],
  },
  {
    about: 'OLMo 3: arguments without names',
    reply: '<function_calls>roll("2d6")</function_calls>',
    malformed: ['its arguments must be named'],
  },
  {
    about: 'OLMo 3: followed by prose',
    reply: '<function_calls>roll(dice="2d6")</function_calls>\nThat is how it looks.',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'OLMo 3: words in the tags',
    reply: '<function_calls>none (yet)</function_calls> are made.',
    text: asWritten,
  },
  {
    about: 'Phi-4-mini: functools',
    reply: 'functools[{"name": "roll", "arguments": {"dice": "2d6"}}]',
    calls: [roll('2d6')],
  },
  {
    about: 'FireFunction: functools after a space, two calls',
    reply:
      ' functools[{"name": "roll", "arguments": {"dice": "2d6"}}, {"name": "read_file", "arguments": {"path": "a"}}]',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'Phi-4-mini: functools on several lines, with the end of the turn',
    reply:
      'functools[\n  {\n    "name": "roll",\n    "arguments": {\n      "dice": "2d6"\n    }\n  }\n]<|end|>',
    calls: [roll('2d6')],
  },
  {
    about: 'Phi-4-mini: functools after words, which then include it',
    reply: 'I roll. functools[{"name": "roll", "arguments": {"dice": "2d6"}}]',
    text: 'I roll. functools',
    calls: [roll('2d6')],
  },
  {
    about: 'Phi-4-mini: functools followed by prose',
    reply: 'functools[{"name": "roll", "arguments": {"dice": "2d6"}}] rolls two dice.',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'Phi-4-mini: functools cut off',
    reply: 'functools[{"name": "roll", "arguments": {"dice": "2d6"}}',
    malformed: ['it is incomplete'],
  },
  { about: 'a module named functools', reply: 'functools[0] is no list.', text: asWritten },
  {
    about: 'functools in code',
    reply: 'It is `functools[{"name": "roll", "arguments": {}}]`',
    text: asWritten,
  },
  {
    about: 'a word that ends in functools',
    reply: 'See myfunctools[{"name": "roll", "arguments": {"dice": "2d6"}}]',
    text: asWritten,
  },
  {
    about: 'Functionary 3.2',
    reply: '>>>roll\n{"dice": "2d6"}',
    calls: [roll('2d6')],
  },
  {
    about: 'Functionary 3.2: the mark in the prompt',
    reply: 'roll\n{"dice": "2d6"}',
    calls: [roll('2d6')],
  },
  {
    about: 'Functionary 3.2: two calls',
    reply: 'roll\n{"dice": "2d6"}>>>read_file\n{"path": "a"}<|eot_id|>',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'Functionary 3.2: words before the calls',
    reply: '>>>all\nI roll and look.>>>roll\n{"dice": "2d6"}\n>>>read_file\n{"path": "a"}',
    text: 'I roll and look.',
    calls: [roll('2d6'), read('a')],
  },
  { about: 'Functionary 3.2: words alone', reply: '>>>all\nHello!', text: 'Hello!' },
  { about: 'Functionary 3.2: cut off', reply: '>>>roll\n{"dice": "2d', malformed: ['it is incomplete'] },
  {
    about: 'Functionary 3.2: followed by prose',
    reply: '>>>roll\n{"dice": "2d6"}\nThat rolls.',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  { about: 'Functionary 3.2: of no tool', reply: '>>>dance\n{"dice": "2d6"}', text: asWritten },
  { about: 'Python’s prompt', reply: '>>> roll\n{"dice": "2d6"}\n>>>roll(2)', text: asWritten },
  { about: 'a quotation in a quotation', reply: '>>>roll\nThe last mail.', text: asWritten },
  { about: 'the name of a tool as a whole answer', reply: 'roll\n', text: asWritten },
  { about: 'the name of a tool, then data', reply: 'roll\n\n{"dice": "2d6"}', text: asWritten },
  {
    about: 'ReAct',
    reply: 'Thought: I need the file.\nAction: read_file\nAction Input: {"path": "a.txt"}',
    text: 'Thought: I need the file.\n',
    calls: [read('a.txt')],
  },
  {
    about: 'ReAct: no thought, input on several lines',
    reply: 'Action: files:write_file\nAction Input: {\n  "path": "a",\n  "content": "Action: roll"\n}\n',
    calls: [write('a', 'Action: roll')],
  },
  {
    about: 'ReAct: Windows line breaks, a made-up observation',
    reply:
      'Thought: Dice.\r\nAction: roll\r\nAction Input: {"dice": "2d6"}\r\nObservation: 7\r\nFinal Answer: 7',
    text: 'Thought: Dice.\r\n',
    calls: [roll('2d6')],
    isInvented: true,
  },
  {
    about: 'ReAct: input that is no JSON',
    reply: 'Action: search\nAction Input: todo',
    malformed: ['the input of search is not a JSON object'],
  },
  {
    about: 'ReAct: cut off',
    reply: 'Action: roll\nAction Input: {"dice": "2',
    malformed: ['it is incomplete'],
  },
  {
    about: 'ReAct: of an unknown tool',
    reply: 'Action: dance\nAction Input: {}',
    malformed: ['unknown tool "dance"'],
  },
  {
    about: 'ReAct: announced as an example',
    reply: 'For example:\nAction: roll\nAction Input: {"dice": "2d6"}',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'ReAct: followed by prose',
    reply: 'Action: roll\nAction Input: {"dice": "2d6"}\nThat is the form.',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'ReAct: quoted',
    reply: '> Action: roll\n> Action Input: {"dice": "2d6"}',
    text: asWritten,
  },
  {
    about: 'ReAct: in a block of code',
    reply: '```\nAction: roll\nAction Input: {"dice": "2d6"}\n```',
    text: asWritten,
  },
  { about: 'an action without input', reply: 'Action: roll the dice.\nThen wait.', text: asWritten },
  { about: 'half an action', reply: 'Action: roll\nAction Inp', text: asWritten },
];

const call = (json: string) => `{"name": "roll", "arguments": ${json}}`;

/** JSON that is not quite JSON. */
export const almostJson: readonly CorpusCase[] = [
  {
    about: 'a comment after a comma',
    reply: '{"name": "roll", // two dice, "as always"\n "arguments": {"dice": "2d6"}}',
    calls: [roll('2d6')],
  },
  {
    about: 'a comment with brackets and quotation marks',
    reply: `${call('{ /* don’t } or "] */ "dice": "2d6" }')}`,
    calls: [roll('2d6')],
  },
  {
    about: 'comments at the start and at the end, in tags',
    reply: '<tool_call>{ // the call\n"name": "roll", "arguments": {"dice": "2d6"} // }\n}</tool_call>',
    calls: [roll('2d6')],
  },
  {
    about: 'slashes in texts',
    reply: '{"name": "search", "arguments": {"query": "http://a // b /* c", "paths": ["//"]}}',
    calls: [search({ query: 'http://a // b /* c', paths: ['//'] })],
  },
  {
    about: 'a comment that never ends',
    reply: '{"name": "roll", /* "arguments": {"dice": "2d6"}}',
    malformed: ['it is incomplete'],
  },
  {
    about: 'a brace that a comment hides',
    reply: '{"name": "roll", "arguments": {"dice": "2d6" // }}',
    malformed: ['it is incomplete'],
  },
  {
    about: 'a missing last brace',
    reply: '{"name": "roll", "arguments": {"dice": "2d6"}',
    calls: [roll('2d6')],
  },
  {
    about: 'a missing last brace before a closing tag',
    reply: '<tool_call>\n{"name": "roll", "arguments": {"dice": "2d6"}\n</tool_call><|im_end|>',
    calls: [roll('2d6')],
  },
  {
    about: 'a missing last brace in a block of code',
    reply: '```json\n{"name": "roll", "arguments": {"dice": "2d6"}\n```',
    calls: [roll('2d6')],
  },
  {
    about: 'two missing braces',
    reply: '{"name": "roll", "arguments": {"dice": "2d6"',
    malformed: ['it is incomplete'],
  },
  {
    about: 'a missing last brace, and arguments that may go on',
    reply: '{"name": "roll", "arguments": "{\\"dice\\": \\"2d6\\"}"',
    malformed: ['it is incomplete'],
  },
  {
    about: 'a missing last brace, followed by prose',
    reply: '{"name": "roll", "arguments": {"dice": "2d6"}\nThat rolls two dice.',
    malformed: ['it is incomplete'],
  },
  {
    about: 'a missing last bracket of a list, which may go on',
    reply: '[{"name": "roll", "arguments": {"dice": "2d6"}}',
    malformed: ['it is incomplete'],
  },
  {
    about: 'smart quotation marks',
    reply: '{“name”: “roll”, “arguments”: {“dice”: “2d6”}}',
    calls: [roll('2d6')],
  },
  {
    about: 'single smart quotation marks, and straight ones inside',
    reply: '{‘name’: ‘search’, ‘arguments’: {‘query’: ‘say "hi"’}}',
    calls: [search({ query: 'say "hi"' })],
  },
  {
    about: 'smart quotation marks in the contract’s own list, with brackets inside',
    reply: '{“calls”: [{“name”: “search”, “arguments”: {“query”: “{[(”}}]}',
    calls: [search({ query: '{[(' })],
  },
  { about: 'an answer in smart quotation marks', reply: '{“answer”: “Hello.”}', text: 'Hello.' },
  {
    about: 'smart quotation marks inside straight ones',
    reply: '{"name": "search", "arguments": {"query": "a “b” ‘c’"}}',
    calls: [search({ query: 'a “b” ‘c’' })],
  },
  {
    about: 'smart quotation marks that do not close',
    reply: '{“name”: “roll”, “arguments”: {“dice”: “2d6“}}',
    malformed: ['it is incomplete'],
  },
  {
    about: 'smart quotation marks inside smart ones',
    reply: '{“name”: “search”, “arguments”: {“query”: “say “hi” to me”}}',
    malformed: ['outside quotation marks'],
  },
];
