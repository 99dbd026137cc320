import { asWritten, type CorpusCase, read, roll, search, weather, write } from './corpus-case.ts';

/** The shapes that models were trained on by their vendors. */
export const vendors: readonly CorpusCase[] = [
  {
    about: 'OpenAI: function object',
    reply: String.raw`{"id":"call_1","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"a.txt\"}"}}`,
    calls: [read('a.txt')],
  },
  {
    about: 'OpenAI: tool_calls',
    reply: String.raw`{"tool_calls":[{"id":"call_1","type":"function","function":{"name":"roll","arguments":"{\"dice\":\"2d6\"}"}},{"id":"call_2","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"b\"}"}}]}`,
    calls: [roll('2d6'), read('b')],
  },
  {
    about: 'OpenAI: list of function objects',
    reply: '[{"type":"function","function":{"name":"roll","arguments":{"dice":"2d6"}}}]',
    calls: [roll('2d6')],
  },
  {
    about: 'OpenAI: old function_call',
    reply: String.raw`{"function_call": {"name": "roll", "arguments": "{\"dice\": \"2d6\"}"}}`,
    calls: [roll('2d6')],
  },
  {
    about: 'OpenAI: type function with parameters',
    reply: '{"type": "function", "name": "roll", "parameters": {"dice": "2d6"}}',
    calls: [roll('2d6')],
  },
  {
    about: 'OpenAI: broken arguments text',
    reply: String.raw`{"type":"function","function":{"name":"read_file","arguments":"{\"path\":"}}`,
    malformed: ['cannot be read'],
  },
  {
    about: 'OpenAI: unknown function is data',
    reply: '{"type":"function","function":{"name":"sum","description":"adds"}}',
    text: asWritten,
  },
  {
    about: 'Anthropic: tool_use block',
    reply: '{"type":"tool_use","id":"toolu_1","name":"read_file","input":{"path":"a"}}',
    calls: [read('a')],
  },
  {
    about: 'ReAct JSON',
    reply: '```json\n{"action": "search", "action_input": {"query": "todo"}}\n```',
    calls: [search({ query: 'todo' })],
  },
  { about: 'tool and args', reply: '{"tool": "roll", "args": {"dice": "d6"}}', calls: [roll('d6')] },
  {
    about: 'tool_name and parameters',
    reply: '{"tool_name": "roll", "parameters": {"dice": "d6"}}',
    calls: [roll('d6')],
  },
  {
    about: 'function and arguments',
    reply: '{"function": "roll", "arguments": {"dice": "d6"}}',
    calls: [roll('d6')],
  },
  {
    about: 'wrapped tool_call',
    reply: '{"tool_call": {"name": "roll", "arguments": {"dice": "d6"}}}',
    calls: [roll('d6')],
  },
  {
    about: 'Hermes',
    reply: '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>',
    calls: [read('a')],
  },
  {
    about: 'Hermes: arguments first',
    reply: '<tool_call>\n{"arguments": {"path": "a"}, "name": "read_file"}\n</tool_call>',
    calls: [read('a')],
  },
  {
    about: 'Hermes: two',
    reply:
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>\n<tool_call>\n{"name": "roll", "arguments": {"dice": "d6"}}\n</tool_call>',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'Hermes: two in one tag',
    reply:
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n{"name": "roll", "arguments": {"dice": "d6"}}\n</tool_call>',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'Hermes: a list in the tag',
    reply: '<tool_call>[{"name": "roll", "arguments": {"dice": "d6"}}]</tool_call>',
    calls: [roll('d6')],
  },
  {
    about: 'Hermes: after prose',
    reply:
      'I\'ll check the weather.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bonn"}}\n</tool_call>',
    text: "I'll check the weather.\n",
    calls: [weather('Bonn')],
  },
  {
    about: 'Hermes: not closed',
    reply: '<tool_call>\n{"name": "roll", "arguments": {"dice": "d6"}}\n',
    calls: [roll('d6')],
  },
  {
    about: 'Hermes: the tag closed by half',
    reply: '<tool_call>{"name": "roll", "arguments": {"dice": "d6"}}</tool_',
    calls: [roll('d6')],
  },
  {
    about: 'Hermes: Python literals',
    reply: "<tool_call>\n{'name': 'search', 'arguments': {'query': 'x', 'exact': False}}\n</tool_call>",
    calls: [search({ query: 'x', exact: false })],
  },
  {
    about: 'Hermes: the closing tag inside a text',
    reply:
      '<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "</tool_call> {"}}</tool_call>',
    calls: [write('a', '</tool_call> {')],
  },
  {
    about: 'Hermes: truncated',
    reply: '<tool_call>\n{"name": "roll", "argum',
    malformed: ['is incomplete'],
  },
  {
    about: 'Hermes: unknown tool',
    reply: '<tool_call>{"name": "rm", "arguments": {}}</tool_call>',
    malformed: ['unknown tool "rm"'],
  },
  {
    about: 'Hermes: broken',
    reply: '<tool_call>{"name": "roll" "arguments": {}}</tool_call>',
    malformed: ['cannot be read'],
  },
  {
    about: 'Hermes: no call in it',
    reply: '<tool_call>{"dice": "d6"}</tool_call>',
    malformed: ['contains no readable call'],
  },
  {
    about: 'Hermes: fenced',
    reply: '```xml\n<tool_call>{"name": "roll", "arguments": {"dice": "d6"}}</tool_call>\n```',
    calls: [roll('d6')],
  },
  {
    about: 'Hermes: the response made up',
    reply:
      '<tool_call>{"name": "roll", "arguments": {"dice": "d6"}}</tool_call>\n<tool_response>4</tool_response>',
    calls: [roll('d6')],
    isInvented: true,
  },
  {
    about: 'Hermes: a stray closing tag',
    reply: '{"name": "roll", "arguments": {"dice": "d6"}}\n</tool_call>',
    calls: [roll('d6')],
  },
  {
    about: 'GLM: keys and values in tags of their own',
    reply: '<tool_call>roll\n<arg_key>dice</arg_key>\n<arg_value>2d6</arg_value>\n</tool_call>',
    calls: [roll('2d6')],
  },
  {
    about: 'GLM: two calls after a sentence, without line breaks',
    reply:
      'I look.\n<tool_call>read_file<arg_key>path</arg_key><arg_value>a.txt</arg_value></tool_call>\n<tool_call>roll<arg_key>dice</arg_key><arg_value>d6</arg_value></tool_call>',
    text: 'I look.\n',
    calls: [read('a.txt'), roll('d6')],
  },
  {
    about: 'GLM: values stay as they are',
    reply:
      '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a.html</arg_value>\n<arg_key>content</arg_key>\n<arg_value><b>1 &lt; 2</b>\n{"calls": []}</arg_value>\n</tool_call>',
    calls: [write('a.html', '<b>1 &lt; 2</b>\n{"calls": []}')],
  },
  {
    about: 'GLM: no arguments',
    reply: '<tool_call>search\n</tool_call>',
    calls: [search({})],
  },
  {
    about: 'GLM: of an unknown tool',
    reply: '<tool_call>fly\n<arg_key>to</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
    malformed: ['unknown tool "fly"'],
  },
  {
    about: 'GLM: it stops between two arguments',
    reply: '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n',
    malformed: ['it is incomplete'],
  },
  {
    about: 'Qwen coder',
    reply:
      '<tool_call>\n<function=write_file>\n<parameter=path>\na.txt\n</parameter>\n<parameter=content>\nif (a < b) {\n  return "x";\n}\n</parameter>\n</function>\n</tool_call>',
    calls: [write('a.txt', 'if (a < b) {\n  return "x";\n}')],
  },
  {
    about: 'Qwen coder: no wrapper',
    reply: '<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>',
    calls: [read('a.txt')],
  },
  {
    about: 'Qwen coder: wrapper closed only',
    reply: 'Reading.\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
    text: 'Reading.\n',
    calls: [read('a.txt')],
  },
  {
    about: 'Qwen coder: two functions',
    reply:
      '<tool_call>\n<function=read_file>\n<parameter=path>a</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=roll>\n<parameter=dice>d6</parameter>\n</function>\n</tool_call>',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'Qwen coder: without parameters',
    reply: '<tool_call>\n<function=files__list>\n</function>\n</tool_call>',
    calls: [['files__list', {}]],
  },
  {
    about: 'Qwen coder: truncated',
    reply: '<tool_call>\n<function=read_file>\n<parameter=path>\na.t',
    malformed: ['is incomplete'],
  },
  {
    about: 'Qwen coder: unknown',
    reply: '<function=rm>\n<parameter=path>/</parameter>\n</function>',
    malformed: ['unknown tool "rm"'],
  },
  {
    about: 'Qwen coder: text instead of parameters',
    reply: '<function=read_file>\na.txt\n</function>',
    text: asWritten,
  },
  {
    about: 'Llama: function tag with JSON',
    reply: '<function=roll>{"dice": "2d6"}</function>',
    calls: [roll('2d6')],
  },
  { about: 'Llama: function tag not closed', reply: '<function=roll>{"dice": "2d6"}', calls: [roll('2d6')] },
  {
    about: 'Llama: function tag with an end mark',
    reply: '<function=roll>{"dice": "2d6"}</function><|eom_id|>',
    calls: [roll('2d6')],
  },
  { about: 'Llama: brackets', reply: '[read_file(path="a.txt")]', calls: [read('a.txt')] },
  {
    about: 'Llama: two in brackets',
    reply: `[get_weather(city='Bonn', unit="C"), roll(dice='2d6')]`,
    calls: [['weather__get_weather', { city: 'Bonn', unit: 'C' }], roll('2d6')],
  },
  {
    about: 'Llama: all kinds of values',
    reply: "[search(query='a, b)', limit=-3, exact=True, paths=['x', {'y': None}])]",
    calls: [search({ query: 'a, b)', limit: -3, exact: true, paths: ['x', { y: null }] })],
  },
  { about: 'Llama: no arguments', reply: '[files__list()]', calls: [['files__list', {}]] },
  {
    about: 'Llama: on several lines',
    reply: '[\n  read_file(path="a"),\n  roll(dice="d6")\n]',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'Llama: brackets after prose',
    reply: 'Sure! [roll(dice="d6")]',
    text: 'Sure! ',
    calls: [roll('d6')],
  },
  { about: 'Llama: unnamed argument', reply: '[roll("d6")]', malformed: ['must be named'] },
  {
    about: 'Llama: second function unknown',
    reply: '[roll(dice="d6"), explode(now=True)]',
    malformed: ['unknown tool "explode"'],
  },
  { about: 'Llama: expression as a value', reply: '[roll(dice=pick("d6"))]', malformed: ['cannot be read'] },
  { about: 'Llama: brackets truncated', reply: '[roll(dice="d', malformed: ['is incomplete'] },
  { about: 'Llama: brackets of an unknown function', reply: '[explode(now=True)]', text: asWritten },
  {
    about: 'Llama: brackets as a link',
    reply: 'See [roll(dice="d6")](https://x.test/roll) for it.',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'Llama: python tag with JSON',
    reply: '<|python_tag|>{"type": "function", "name": "roll", "parameters": {"dice": "d6"}}<|eom_id|>',
    calls: [roll('d6')],
  },
  { about: 'Llama: python tag with .call', reply: '<|python_tag|>roll.call(dice="d6")', calls: [roll('d6')] },
  {
    about: 'Llama: python tag with a function',
    reply: '<|python_tag|>files__read_file(path="x")<|eot_id|>',
    calls: [read('x')],
  },
  { about: 'Llama: python tag with code', reply: '<|python_tag|>import os', text: asWritten },
  {
    about: 'Llama: python tag truncated',
    reply: '<|python_tag|>roll(dice="',
    malformed: ['is incomplete'],
  },
  {
    about: 'Mistral',
    reply: '[TOOL_CALLS] [{"name": "roll", "arguments": {"dice": "2d6"}}]',
    calls: [roll('2d6')],
  },
  {
    about: 'Mistral: two',
    reply:
      '[TOOL_CALLS][{"name":"roll","arguments":{"dice":"2d6"}},{"name":"read_file","arguments":{"path":"a"}}]</s>',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'Mistral: one object',
    reply: '[TOOL_CALLS] {"name": "roll", "arguments": {"dice": "2d6"}}',
    calls: [roll('2d6')],
  },
  { about: 'Mistral: name and ARGS', reply: '[TOOL_CALLS]roll[ARGS]{"dice": "2d6"}', calls: [roll('2d6')] },
  {
    about: 'Mistral: several with ARGS',
    reply: '[TOOL_CALLS]roll[ARGS]{"dice": "2d6"}[TOOL_CALLS]read_file[CALL_ID]ab12[ARGS]{"path": "a"}',
    calls: [roll('2d6'), read('a')],
  },
  { about: 'Mistral: name and JSON', reply: '[TOOL_CALLS]roll{"dice": "2d6"}', calls: [roll('2d6')] },
  {
    about: 'Mistral: after prose',
    reply: 'Rolling.[TOOL_CALLS] [{"name": "roll", "arguments": {"dice": "2d6"}}]',
    text: 'Rolling.',
    calls: [roll('2d6')],
  },
  {
    about: 'Mistral: truncated',
    reply: '[TOOL_CALLS] [{"name": "roll", "argu',
    malformed: ['is incomplete'],
  },
  { about: 'Mistral: the marker alone', reply: 'The marker is [TOOL_CALLS] and it', text: asWritten },
  {
    about: 'Mistral: unknown',
    reply: '[TOOL_CALLS] [{"name": "rm", "arguments": {}}]',
    malformed: ['unknown tool "rm"'],
  },
  {
    about: 'Anthropic XML',
    reply:
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</function_calls>',
    calls: [read('a.txt')],
  },
  {
    about: 'Anthropic XML: two',
    reply:
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n<invoke name="roll">\n<parameter name="dice">d6</parameter>\n</invoke>\n</function_calls>',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'Anthropic XML: no wrapper',
    reply: 'Let me read.\n<invoke name="files__read_file"><parameter name="path">a b</parameter></invoke>',
    text: 'Let me read.\n',
    calls: [read('a b')],
  },
  {
    about: 'Anthropic XML: entities and tags in the text',
    reply:
      '<invoke name="write_file"><parameter name="path">a.html</parameter><parameter name="content"><b>&amp; "x"</b>\n</parameter></invoke>',
    calls: [write('a.html', '<b>&amp; "x"</b>\n')],
  },
  {
    about: 'Anthropic XML: single quotes',
    reply: "<invoke name='roll'><parameter name='dice'>d6</parameter></invoke>",
    calls: [roll('d6')],
  },
  {
    about: 'Anthropic XML: a call inside a text',
    reply:
      '<invoke name="write_file"><parameter name="path">a</parameter><parameter name="content">{"name":"roll","arguments":{"dice":"d6"}}</parameter></invoke>',
    calls: [write('a', '{"name":"roll","arguments":{"dice":"d6"}}')],
  },
  {
    about: 'Anthropic XML: truncated',
    reply: '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a',
    malformed: ['is incomplete'],
  },
  {
    about: 'Anthropic XML: invoke not closed',
    reply: '<invoke name="read_file">\n<parameter name="path">a</parameter>\n',
    malformed: ['is incomplete'],
  },
  {
    about: 'Anthropic XML: followed by prose',
    reply: '<invoke name="roll"><parameter name="dice">d6</parameter></invoke>\nDone.',
    text: asWritten,
    proposals: [roll('d6')],
  },
];
