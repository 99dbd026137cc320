import {
  asWritten,
  brokenOf,
  type CorpusCase,
  callsOf,
  casesOf,
  read,
  roll,
  search,
  write,
} from './corpus-case.ts';

/**
 * Families that write a word or a line before a call, as their templates and the tests of vLLM, SGLang and llama.cpp
 * document them: OLMo 3, Phi-4-mini and FireFunction, Functionary 3.2, and ReAct.
 */
export const headed: readonly CorpusCase[] = [
  ...casesOf({ calls: [read('a')] })({
    'OLMo 3': '<function_calls>\nread_file(path="a")\n</function_calls>',
    ReAct: 'Thought: I need the file.\n¦Action: read_file\nAction Input: {"path": "a"}',
  }),
  ...casesOf({ malformed: ['it is incomplete'] })({
    'OLMo 3: cut off': '<function_calls>\nroll(dice="2d',
    'Phi-4-mini: functools cut off': 'functools[{"name": "roll", "arguments": {"dice": "2d6"}}',
    'Functionary 3.2: cut off': '>>>roll\n{"dice": "2d',
    'ReAct: cut off': 'Action: roll\nAction Input: {"dice": "2',
  }),
  ...casesOf({ malformed: ['unknown tool "gone"'] })({
    'OLMo 3: of an unknown tool': '<function_calls>gone(now=True)</function_calls>',
    'ReAct: of an unknown tool': 'Action: gone\nAction Input: {}',
  }),
  ...casesOf({ text: asWritten, proposals: [roll('2d6')] })({
    'OLMo 3: followed by prose': '<function_calls>roll(dice="2d6")</function_calls>\nThat is how it looks.',
    'Phi-4-mini: functools followed by prose':
      'functools[{"name": "roll", "arguments": {"dice": "2d6"}}] rolls two dice.',
    'Functionary 3.2: followed by prose': '>>>roll\n{"dice": "2d6"}\nThat rolls.',
    'ReAct: announced as an example': 'For example:\nAction: roll\nAction Input: {"dice": "2d6"}',
    'ReAct: followed by prose': 'Action: roll\nAction Input: {"dice": "2d6"}\nThat is the form.',
  }),
  ...casesOf({ text: asWritten })({
    'OLMo 3: words in the tags': '<function_calls>none (yet)</function_calls> are made.',
    'a module named functools': 'functools[0] is no list.',
    'functools in code': 'It is `functools[{"name": "roll", "arguments": {}}]`',
    'a word that ends in functools': 'See myfunctools[{"name": "roll", "arguments": {"dice": "2d6"}}]',
    'Functionary 3.2: of no tool': '>>>gone\n{"dice": "2d6"}',
    'Python’s prompt': '>>> roll\n{"dice": "2d6"}\n>>>roll(2)',
    'a quotation in a quotation': '>>>roll\nThe last mail.',
    'the name of a tool as a whole answer': 'roll\n',
    'the name of a tool, then data': 'roll\n\n{"dice": "2d6"}',
    'ReAct: quoted': '> Action: roll\n> Action Input: {"dice": "2d6"}',
    'ReAct: in a block of code': '```\nAction: roll\nAction Input: {"dice": "2d6"}\n```',
    'an action without input': 'Action: roll the dice.\nThen wait.',
    'half an action': 'Action: roll\nAction Inp',
  }),
  ...casesOf({ calls: [roll('2d6')] })({
    'Phi-4-mini: functools': 'functools[{"name": "roll", "arguments": {"dice": "2d6"}}]',
    'Phi-4-mini: functools on several lines, with the end of the turn':
      'functools[\n  {\n    "name": "roll",\n    "arguments": {\n      "dice": "2d6"\n    }\n  }\n]<|end|>',
    'Phi-4-mini: functools after words, which then include it':
      'I roll. functools¦[{"name": "roll", "arguments": {"dice": "2d6"}}]',
    'Functionary 3.2': '>>>roll\n{"dice": "2d6"}',
    'Functionary 3.2: the mark in the prompt': 'roll\n{"dice": "2d6"}',
  }),
  ...casesOf({ calls: [roll('2d6'), read('a')] })({
    'FireFunction: functools after a space, two calls':
      ' functools[{"name": "roll", "arguments": {"dice": "2d6"}}, {"name": "read_file", "arguments": {"path": "a"}}]',
    'Functionary 3.2: two calls': 'roll\n{"dice": "2d6"}>>>read_file\n{"path": "a"}<|eot_id|>',
  }),
  ...callsOf({
    'OLMo 3: one call a line': [
      '<function_calls>roll(dice="2d6")\nfiles__search(query="x", limit=3, paths=["a", "b"], exact=True)</function_calls>',
      roll('2d6'),
      search({ query: 'x', limit: 3, paths: ['a', 'b'], exact: true }),
    ],
    'OLMo 3: without arguments, with JSON’s words, after a sentence, with the end of the turn': [
      'I look.\n¦<function_calls>files__list()\nsearch(query="x", exact=false, limit=null)\n</function_calls><|im_end|>',
      ['files__list', {}],
      search({ query: 'x', exact: false, limit: null }),
    ],
    'OLMo 3: escaped quotation marks, brackets in texts, an empty object': [
      String.raw`<function_calls>search(query='Martha\'s (a) "b"', paths={})</function_calls>`,
      search({ query: 'Martha\'s (a) "b"', paths: {} }),
    ],
    'ReAct: no thought, input on several lines': [
      'Action: files:write_file\nAction Input: {\n  "path": "a",\n  "content": "Action: roll"\n}\n',
      write('a', 'Action: roll'),
    ],
  }),
  ...brokenOf({
    'OLMo 3: arguments without names': [
      '<function_calls>roll("2d6")</function_calls>',
      'its arguments must be named',
    ],
    'ReAct: input that is no JSON': [
      'Action: search\nAction Input: todo',
      'the input of search is not a JSON object',
    ],
  }),
  { about: 'Functionary 3.2: words alone', reply: '>>>all\nHello!', text: 'Hello!' },
  ...casesOf({ text: 'I roll and look.', calls: [roll('2d6'), read('a')] })({
    'Functionary 3.2: words before the calls':
      '>>>all\nI roll and look.>>>roll\n{"dice": "2d6"}\n>>>read_file\n{"path": "a"}',
  }),
  ...casesOf({ calls: [roll('2d6')], isInvented: true })({
    'ReAct: Windows line breaks, a made-up observation':
      'Thought: Dice.\r\n¦Action: roll\r\nAction Input: {"dice": "2d6"}\r\nObservation: 7\r\nFinal Answer: 7',
  }),
];

const call = (json: string) => `{"name": "roll", "arguments": ${json}}`;

/** JSON that is not quite JSON. */
export const almostJson: readonly CorpusCase[] = [
  ...casesOf({ calls: [roll('2d6')] })({
    'a comment after a comma': '{"name": "roll", // two dice, "as always"\n "arguments": {"dice": "2d6"}}',
    'a comment with brackets and quotation marks': `${call('{ /* don’t } or "] */ "dice": "2d6" }')}`,
    'comments at the start and at the end, in tags':
      '<tool_call>{ // the call\n"name": "roll", "arguments": {"dice": "2d6"} // }\n}</tool_call>',
    'a missing last brace': '{"name": "roll", "arguments": {"dice": "2d6"}',
    'a missing last brace before a closing tag':
      '<tool_call>\n{"name": "roll", "arguments": {"dice": "2d6"}\n</tool_call><|im_end|>',
    'a missing last brace in a block of code': '```json\n{"name": "roll", "arguments": {"dice": "2d6"}\n```',
    'smart quotation marks': '{“name”: “roll”, “arguments”: {“dice”: “2d6”}}',
  }),
  ...casesOf({ malformed: ['it is incomplete'] })({
    'a comment that never ends': '{"name": "roll", /* "arguments": {"dice": "2d6"}}',
    'a brace that a comment hides': '{"name": "roll", "arguments": {"dice": "2d6" // }}',
    'two missing braces': '{"name": "roll", "arguments": {"dice": "2d6"',
    'a missing last brace, and arguments that may go on':
      '{"name": "roll", "arguments": "{\\"dice\\": \\"2d6\\"}"',
    'a missing last brace, followed by prose':
      '{"name": "roll", "arguments": {"dice": "2d6"}\nThat rolls two dice.',
    'a missing last bracket of a list, which may go on': '[{"name": "roll", "arguments": {"dice": "2d6"}}',
    'smart quotation marks that do not close': '{“name”: “roll”, “arguments”: {“dice”: “2d6“}}',
  }),
  ...callsOf({
    'slashes in texts': [
      '{"name": "search", "arguments": {"query": "http://a // b /* c", "paths": ["//"]}}',
      search({ query: 'http://a // b /* c', paths: ['//'] }),
    ],
    'single smart quotation marks, and straight ones inside': [
      '{‘name’: ‘search’, ‘arguments’: {‘query’: ‘say "hi"’}}',
      search({ query: 'say "hi"' }),
    ],
    'smart quotation marks in the contract’s own list, with brackets inside': [
      '{“calls”: [{“name”: “search”, “arguments”: {“query”: “{[(”}}]}',
      search({ query: '{[(' }),
    ],
    'smart quotation marks inside straight ones': [
      '{"name": "search", "arguments": {"query": "a “b” ‘c’"}}',
      search({ query: 'a “b” ‘c’' }),
    ],
  }),
  ...brokenOf({
    'smart quotation marks inside smart ones': [
      '{“name”: “search”, “arguments”: {“query”: “say “hi” to me”}}',
      'outside quotation marks',
    ],
  }),
  { about: 'an answer in smart quotation marks', reply: '{“answer”: “Hello.”}', text: 'Hello.' },
];
