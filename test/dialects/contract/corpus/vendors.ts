import {
  asWritten,
  brokenOf,
  type CorpusCase,
  callsOf,
  casesOf,
  read,
  roll,
  search,
  weather,
  write,
} from './corpus-case.ts';

/** The shapes that models were trained on by their vendors. */
export const vendors: readonly CorpusCase[] = [
  ...casesOf({ calls: [read('a')] })({
    'OpenAI: function object': String.raw`{"id":"call_1","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"a\"}"}}`,
    'Anthropic: tool_use block': '{"type":"tool_use","id":"toolu_1","name":"read_file","input":{"path":"a"}}',
    Hermes: '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>',
    'Hermes: arguments first': '<tool_call>\n{"arguments": {"path": "a"}, "name": "read_file"}\n</tool_call>',
    'Qwen coder: no wrapper': '<function=read_file>\n<parameter=path>\na\n</parameter>\n</function>',
    'Qwen coder: wrapper closed only':
      'Reading.\n¦<function=read_file>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>',
    'Llama: brackets': '[read_file(path="a")]',
    'Anthropic XML':
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n</function_calls>',
  }),
  ...casesOf({ calls: [roll('2d6')] })({
    'OpenAI: list of function objects':
      '[{"type":"function","function":{"name":"roll","arguments":{"dice":"2d6"}}}]',
    'OpenAI: old function_call': String.raw`{"function_call": {"name": "roll", "arguments": "{\"dice\": \"2d6\"}"}}`,
    'OpenAI: type function with parameters':
      '{"type": "function", "name": "roll", "parameters": {"dice": "2d6"}}',
    'tool and args': '{"tool": "roll", "args": {"dice": "2d6"}}',
    'tool_name and parameters': '{"tool_name": "roll", "parameters": {"dice": "2d6"}}',
    'Hermes: a list in the tag': '<tool_call>[{"name": "roll", "arguments": {"dice": "2d6"}}]</tool_call>',
    'Hermes: not closed': '<tool_call>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n',
    'Hermes: the tag closed by half': '<tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</tool_',
    'Hermes: fenced': '```xml\n<tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</tool_call>\n```',
    'Hermes: a stray closing tag': '{"name": "roll", "arguments": {"dice": "2d6"}}\n</tool_call>',
    'GLM: keys and values in tags of their own':
      '<tool_call>roll\n<arg_key>dice</arg_key>\n<arg_value>2d6</arg_value>\n</tool_call>',
    'Llama: function tag with JSON': '<function=roll>{"dice": "2d6"}</function>',
    'Llama: function tag not closed': '<function=roll>{"dice": "2d6"}',
    'Llama: function tag with an end mark': '<function=roll>{"dice": "2d6"}</function><|eom_id|>',
    'Llama: brackets after prose': 'Sure! ¦[roll(dice="2d6")]',
    'Llama: python tag with JSON':
      '<|python_tag|>{"type": "function", "name": "roll", "parameters": {"dice": "2d6"}}<|eom_id|>',
    'Llama: python tag with .call': '<|python_tag|>roll.call(dice="2d6")',
    Mistral: '[TOOL_CALLS] [{"name": "roll", "arguments": {"dice": "2d6"}}]',
    'Mistral: one object': '[TOOL_CALLS] {"name": "roll", "arguments": {"dice": "2d6"}}',
    'Mistral: name and ARGS': '[TOOL_CALLS]roll[ARGS]{"dice": "2d6"}',
    'Mistral: name and JSON': '[TOOL_CALLS]roll{"dice": "2d6"}',
    'Mistral: after prose': 'Rolling.¦[TOOL_CALLS] [{"name": "roll", "arguments": {"dice": "2d6"}}]',
    'Anthropic XML: single quotes': "<invoke name='roll'><parameter name='dice'>2d6</parameter></invoke>",
  }),
  ...casesOf({ malformed: ['cannot be read'] })({
    'OpenAI: broken arguments text': String.raw`{"type":"function","function":{"name":"read_file","arguments":"{\"path\":"}}`,
    'Hermes: broken': '<tool_call>{"name": "roll" "arguments": {}}</tool_call>',
    'Llama: expression as a value': '[roll(dice=pick("2d6"))]',
  }),
  ...casesOf({ text: asWritten })({
    'OpenAI: unknown function is data': '{"type":"function","function":{"name":"sum","description":"adds"}}',
    'Qwen coder: text instead of parameters': '<function=read_file>\na\n</function>',
    'Llama: brackets of an unknown function': '[gone(now=True)]',
    'Llama: python tag with code': '<|python_tag|>import os',
    'Mistral: the marker alone': 'The marker is [TOOL_CALLS] and it',
  }),
  ...casesOf({ calls: [read('a'), roll('2d6')] })({
    'Hermes: two':
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>\n<tool_call>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</tool_call>',
    'Hermes: two in one tag':
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</tool_call>',
    'GLM: two calls after a sentence, without line breaks':
      'I look.\n¦<tool_call>read_file<arg_key>path</arg_key><arg_value>a</arg_value></tool_call>\n<tool_call>roll<arg_key>dice</arg_key><arg_value>2d6</arg_value></tool_call>',
    'Qwen coder: two functions':
      '<tool_call>\n<function=read_file>\n<parameter=path>a</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=roll>\n<parameter=dice>2d6</parameter>\n</function>\n</tool_call>',
    'Llama: on several lines': '[\n  read_file(path="a"),\n  roll(dice="2d6")\n]',
    'Anthropic XML: two':
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n<invoke name="roll">\n<parameter name="dice">2d6</parameter>\n</invoke>\n</function_calls>',
  }),
  ...casesOf({ malformed: ['it is incomplete'] })({
    'Hermes: truncated': '<tool_call>\n{"name": "roll", "argum',
    'GLM: it stops between two arguments':
      '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n',
    'Qwen coder: truncated': '<tool_call>\n<function=read_file>\n<parameter=path>\na.t',
    'Llama: brackets truncated': '[roll(dice="d',
    'Llama: python tag truncated': '<|python_tag|>roll(dice="',
    'Mistral: truncated': '[TOOL_CALLS] [{"name": "roll", "argu',
    'Anthropic XML: truncated': '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a',
    'Anthropic XML: invoke not closed': '<invoke name="read_file">\n<parameter name="path">a</parameter>\n',
  }),
  ...casesOf({ malformed: ['unknown tool "gone"'] })({
    'Hermes: unknown tool': '<tool_call>{"name": "gone", "arguments": {}}</tool_call>',
    'GLM: of an unknown tool':
      '<tool_call>gone\n<arg_key>to</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
    'Qwen coder: unknown': '<function=gone>\n<parameter=path>/</parameter>\n</function>',
    'Llama: second function unknown': '[roll(dice="2d6"), gone(now=True)]',
    'Mistral: unknown': '[TOOL_CALLS] [{"name": "gone", "arguments": {}}]',
  }),
  ...casesOf({ calls: [['files__list', {}]] })({
    'Qwen coder: without parameters': '<tool_call>\n<function=files__list>\n</function>\n</tool_call>',
    'Llama: no arguments': '[files__list()]',
  }),
  ...casesOf({ text: asWritten, proposals: [roll('2d6')] })({
    'Llama: brackets as a link': 'See [roll(dice="2d6")](https://x.test/roll) for it.',
    'Anthropic XML: followed by prose':
      '<invoke name="roll"><parameter name="dice">2d6</parameter></invoke>\nDone.',
  }),
  ...casesOf({ calls: [roll('2d6'), read('a')] })({
    'Mistral: two':
      '[TOOL_CALLS][{"name":"roll","arguments":{"dice":"2d6"}},{"name":"read_file","arguments":{"path":"a"}}]</s>',
    'Mistral: several with ARGS':
      '[TOOL_CALLS]roll[ARGS]{"dice": "2d6"}[TOOL_CALLS]read_file[CALL_ID]ab12[ARGS]{"path": "a"}',
  }),
  ...callsOf({
    'OpenAI: tool_calls': [
      String.raw`{"tool_calls":[{"id":"call_1","type":"function","function":{"name":"roll","arguments":"{\"dice\":\"2d6\"}"}},{"id":"call_2","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"b\"}"}}]}`,
      roll('2d6'),
      read('b'),
    ],
    'ReAct JSON': [
      '```json\n{"action": "search", "action_input": {"query": "todo"}}\n```',
      search({ query: 'todo' }),
    ],
    'Hermes: after prose': [
      'I\'ll check the weather.\n¦<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bonn"}}\n</tool_call>',
      weather('Bonn'),
    ],
    'Hermes: Python literals': [
      "<tool_call>\n{'name': 'search', 'arguments': {'query': 'x', 'exact': False}}\n</tool_call>",
      search({ query: 'x', exact: false }),
    ],
    'Hermes: the closing tag inside a text': [
      '<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "</tool_call> {"}}</tool_call>',
      write('a', '</tool_call> {'),
    ],
    'GLM: values stay as they are': [
      '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a.html</arg_value>\n<arg_key>content</arg_key>\n<arg_value><b>1 &lt; 2</b>\n{"calls": []}</arg_value>\n</tool_call>',
      write('a.html', '<b>1 &lt; 2</b>\n{"calls": []}'),
    ],
    'GLM: no arguments': ['<tool_call>search\n</tool_call>', search({})],
    'Qwen coder': [
      '<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nif (a < b) {\n  return "x";\n}\n</parameter>\n</function>\n</tool_call>',
      write('a', 'if (a < b) {\n  return "x";\n}'),
    ],
    'Llama: two in brackets': [
      `[get_weather(city='Bonn', unit="C"), roll(dice='2d6')]`,
      ['weather__get_weather', { city: 'Bonn', unit: 'C' }],
      roll('2d6'),
    ],
    'Llama: all kinds of values': [
      "[search(query='a, b)', limit=-3, exact=True, paths=['x', {'y': None}])]",
      search({ query: 'a, b)', limit: -3, exact: true, paths: ['x', { y: null }] }),
    ],
    'Llama: python tag with a function': ['<|python_tag|>files__read_file(path="x")<|eot_id|>', read('x')],
    'Anthropic XML: no wrapper': [
      'Let me read.\n¦<invoke name="files__read_file"><parameter name="path">a b</parameter></invoke>',
      read('a b'),
    ],
    'Anthropic XML: entities and tags in the text': [
      '<invoke name="write_file"><parameter name="path">a.html</parameter><parameter name="content"><b>&amp; "x"</b>\n</parameter></invoke>',
      write('a.html', '<b>&amp; "x"</b>\n'),
    ],
    'Anthropic XML: a call inside a text': [
      '<invoke name="write_file"><parameter name="path">a</parameter><parameter name="content">{"name":"roll","arguments":{"dice":"2d6"}}</parameter></invoke>',
      write('a', '{"name":"roll","arguments":{"dice":"2d6"}}'),
    ],
  }),
  ...brokenOf({
    'Hermes: no call in it': ['<tool_call>{"dice": "2d6"}</tool_call>', 'contains no readable call'],
    'Llama: unnamed argument': ['[roll("2d6")]', 'must be named'],
  }),
  ...casesOf({ calls: [roll('2d6')], isInvented: true })({
    'Hermes: the response made up':
      '<tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</tool_call>\n<tool_response>4</tool_response>',
  }),
];
