import { asWritten, type CorpusCase, read, roll, search, write } from './corpus-case.ts';

/**
 * Shapes of further families, as their templates and the tests of vLLM, SGLang and llama.cpp document them. What comes
 * between a call and the end of the reply closes the call, whatever it is called.
 */
export const families: readonly CorpusCase[] = [
  {
    about: 'Phi-4-mini',
    reply: '<|tool_call|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|/tool_call|>',
    calls: [roll('2d6')],
  },
  {
    about: 'Phi-4-mini: two, with the end of the turn',
    reply:
      '<|tool_call|>[{"type": "function", "function": {"name": "roll", "arguments": {"dice": "2d6"}}}, {"name": "read_file", "arguments": {"path": "a"}}]<|/tool_call|><|end|>',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'Phi-4-mini: indented by tabs',
    reply:
      '<|tool_call|>\t[\n\t{\t"name"\t:\t"roll",\n\t\t"arguments":\t{"dice":\t"2d6"\t}\n\t}\n]\t<|/tool_call|>\t',
    calls: [roll('2d6')],
  },
  {
    about: 'Phi-4-mini: followed by prose',
    reply: '<|tool_call|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|/tool_call|>\nThat rolls.',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'Command R7B',
    reply:
      '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "roll", "parameters": {"dice": "2d6"}}\n]<|END_ACTION|>',
    calls: [roll('2d6')],
  },
  {
    about: 'Command R7B: two, with the end of the turn',
    reply:
      '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "roll", "parameters": {"dice": "2d6"}}, {"tool_call_id": "1", "tool_name": "read_file", "parameters": {"path": "a"}}]<|END_ACTION|><|END_OF_TURN_TOKEN|>',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'Command R7B: one object after a sentence',
    reply: 'I roll.<|START_ACTION|>{"tool_name": "roll", "parameters": {"dice": "2d6"}}<|END_ACTION|>',
    text: 'I roll.',
    calls: [roll('2d6')],
  },
  {
    about: 'InternLM',
    reply:
      'I look.<|action_start|><|plugin|>\n{"name": "read_file", "parameters": {"path": "a"}}<|action_end|>',
    text: 'I look.',
    calls: [read('a')],
  },
  {
    about: 'InternLM: with the end of the message',
    reply:
      '<|action_start|> <|plugin|>\n{"name": "roll", "parameters": {"dice": "2d6"}}\n<|action_end|><|im_end|>',
    calls: [roll('2d6')],
  },
  {
    about: 'InternLM: code is no call',
    reply: '<|action_start|><|interpreter|>\nprint(1)\n<|action_end|>',
    text: asWritten,
  },
  {
    about: 'Seed-OSS',
    reply:
      '<seed:tool_call>\n<function=read_file>\n<parameter=path>a.txt</parameter>\n</function>\n</seed:tool_call>',
    calls: [read('a.txt')],
  },
  {
    about: 'Seed-OSS: two functions after a sentence',
    reply:
      'Both.\n<seed:tool_call>\n<function=read_file>\n<parameter=path>a</parameter>\n</function>\n<function=roll>\n<parameter=dice>d6</parameter>\n</function>\n</seed:tool_call>',
    text: 'Both.\n',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'Seed-OSS: without the opener',
    reply: '<function=roll>\n<parameter=dice>d6</parameter>\n</function>\n</seed:tool_call>',
    calls: [roll('d6')],
  },
  {
    about: 'MiniMax M2',
    reply:
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [read('a.txt')],
  },
  {
    about: 'MiniMax M2: two calls after a sentence',
    reply:
      'Both.\n<minimax:tool_call><invoke name="read_file"><parameter name="path">a</parameter></invoke><invoke name="roll"><parameter name="dice">d6</parameter></invoke></minimax:tool_call>',
    text: 'Both.\n',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'MiniMax M2: two tags',
    reply:
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n</minimax:tool_call>\n<minimax:tool_call>\n<invoke name="roll">\n<parameter name="dice">d6</parameter>\n</invoke>\n</minimax:tool_call>',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'Qwen2.5 coder: JSON in the tag of the definitions',
    reply: '<tools>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</tools>',
    text: '<tools>\n',
    calls: [roll('2d6')],
  },
  {
    about: 'Nemotron',
    reply: '<TOOLCALL>[{"name": "roll", "arguments": {"dice": "2d6"}}]</TOOLCALL>',
    calls: [roll('2d6')],
  },
  {
    about: 'Nemotron: two after a sentence',
    reply:
      'Both.\n<TOOLCALL>[{"name": "roll", "arguments": {"dice": "2d6"}}, {"name": "read_file", "arguments": {"path": "a"}}]</TOOLCALL>\n',
    text: 'Both.\n',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'Nemotron: parameters, and no end',
    reply: '<TOOLCALL>[{"name": "search", "parameters": {"query": "x"}}]',
    calls: [search({ query: 'x' })],
  },
  {
    about: 'LFM2',
    reply: `<|tool_call_start|>[roll(dice='2d6')]<|tool_call_end|>`,
    calls: [roll('2d6')],
  },
  {
    about: 'LFM2: two, with the end of the message',
    reply: `<|tool_call_start|>[read_file(path="<|tool_call_end|>"), roll(dice="2d6")]<|tool_call_end|><|im_end|>`,
    calls: [read('<|tool_call_end|>'), roll('2d6')],
  },
  {
    about: 'LFM2: JSON',
    reply: '<|tool_call_start|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|tool_call_end|>',
    calls: [roll('2d6')],
  },
  {
    about: 'LFM2: followed by prose',
    reply: `<|tool_call_start|>[roll(dice='2d6')]<|tool_call_end|>Rolling the dice for you.`,
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'Llama 4',
    reply: '<|python_start|>[roll(dice="2d6")]<|python_end|>',
    calls: [roll('2d6')],
  },
  {
    about: 'Llama 4: two, with the end of the turn',
    reply: '<|python_start|>[roll(dice="2d6"), search(query="x", limit=2)]<|python_end|><|eot|>',
    calls: [roll('2d6'), search({ query: 'x', limit: 2 })],
  },
  {
    about: 'Llama 4: code is no call',
    reply: '<|python_start|>import os\nos.getcwd()<|python_end|>',
    text: asWritten,
  },
  {
    about: 'an unknown mark that closes a call',
    reply: '{"name": "roll", "arguments": {"dice": "2d6"}}</my_tool_call>',
    calls: [roll('2d6')],
  },
  {
    about: 'a closing bracket of Mistral',
    reply: '[TOOL_CALLS][{"name": "roll", "arguments": {"dice": "2d6"}}][/TOOL_CALLS]',
    calls: [roll('2d6')],
  },
  {
    about: 'a tag that closes code',
    reply: '<code>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</code>',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'a tag that closes an example',
    reply: '<example>\n<tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</tool_call>\n</example>',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'the header of the user after a call in tags',
    reply: '<|tool_call|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|im_start|>user\nThanks!',
    calls: [roll('2d6')],
    isInvented: true,
  },
  {
    about: 'a mark that closes no call',
    reply: 'Close it with </my_tool_call> then.',
    text: asWritten,
  },
  {
    about: 'a text value with closing marks',
    reply:
      '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "a", "content": "</TOOLCALL><|END_ACTION|>"}}]</TOOLCALL>',
    calls: [write('a', '</TOOLCALL><|END_ACTION|>')],
  },
  {
    about: 'Kimi K2',
    reply:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.roll:0<|tool_call_argument_begin|>{"dice": "2d6"}<|tool_call_end|><|tool_calls_section_end|>',
    calls: [roll('2d6')],
  },
  {
    about: 'Kimi K2: two after a sentence, on lines of their own',
    reply:
      'Both.\n<|tool_calls_section_begin|>\n<|tool_call_begin|>\nfunctions.roll:0<|tool_call_argument_begin|>\n{"dice": "2d6"}\n<|tool_call_end|>\n<|tool_call_begin|>functions.files__read_file:1 <|tool_call_argument_begin|> {"path": "a"} <|tool_call_end|>\n<|tool_calls_section_end|>',
    text: 'Both.\n',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'Kimi K2: no arguments, without the section',
    reply:
      '<|tool_call_begin|>functions.files__list:2<|tool_call_argument_begin|>{}<|tool_call_end|><|im_end|>',
    calls: [['files__list', {}]],
  },
  {
    about: 'Kimi K2: of an unknown tool',
    reply: '<|tool_call_begin|>functions.fly:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
    malformed: ['unknown tool "functions.fly"'],
  },
  {
    about: 'Kimi K2: cut off',
    reply:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.roll:0<|tool_call_argument_begin|>{"dice": "2',
    malformed: ['it is incomplete'],
  },
  {
    about: 'Kimi K2: the marks in prose',
    reply: 'It begins with <|tool_calls_section_begin|> and then <|tool_call_begin|> follows.',
    text: asWritten,
  },
  {
    about: 'DeepSeek V3',
    reply:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>roll\n```json\n{"dice": "2d6"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    calls: [roll('2d6')],
  },
  {
    about: 'DeepSeek V3: two after a sentence',
    reply:
      'Both.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>roll\n```json\n{"dice": "2d6"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    text: 'Both.',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'DeepSeek V3: followed by prose',
    reply:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>roll\n```json\n{"dice": "2d6"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nThat rolls.',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'DeepSeek V3.1',
    reply:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>roll<｜tool▁sep｜>{"dice": "2d6"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [roll('2d6')],
  },
  {
    about: 'DeepSeek V3.1: two after a sentence',
    reply:
      'Both.\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>roll<｜tool▁sep｜>{"dice": "2d6"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    text: 'Both.\n',
    calls: [roll('2d6'), read('a')],
  },
  {
    about: 'DeepSeek V3.1: the result made up',
    reply:
      '<｜tool▁call▁begin｜>roll<｜tool▁sep｜>{"dice": "2d6"}<｜tool▁call▁end｜><｜tool▁output▁begin｜>7<｜tool▁output▁end｜>It is 7.',
    calls: [roll('2d6')],
    isInvented: true,
  },
  {
    about: 'DeepSeek V3.2',
    reply:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="search">\n<｜DSML｜parameter name="query" string="true">x < y</｜DSML｜parameter>\n<｜DSML｜parameter name="limit" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [search({ query: 'x < y', limit: 3 })],
  },
  {
    about: 'DeepSeek V3.2: JSON instead of parameters, after a sentence',
    reply:
      'I roll.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name="roll">{"dice": "2d6"}</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    text: 'I roll.\n\n',
    calls: [roll('2d6')],
  },
  {
    about: 'DeepSeek V4: two calls',
    reply:
      '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="roll">\n<｜DSML｜parameter name="dice" string="true">2d6</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="files__list">\n\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    calls: [roll('2d6'), ['files__list', {}]],
  },
  {
    about: 'DeepSeek V3.2: cut off',
    reply: '<｜DSML｜invoke name="roll">\n<｜DSML｜parameter name="dice" string="true">2d',
    malformed: ['it is incomplete'],
  },
  {
    about: 'Gemma 4',
    reply: '<|tool_call>call:roll{dice:<|"|>2d6<|"|>}<tool_call|>',
    calls: [roll('2d6')],
  },
  {
    about: 'Gemma 4: all kinds of values, with the end of the turn',
    reply:
      'I search.\n<|tool_call>call:search{query:<|"|>a, {b} "c"<|"|>,limit:-3,exact:true,paths:[<|"|>x<|"|>,{y:null}]}<tool_call|><turn|>',
    text: 'I search.\n',
    calls: [search({ query: 'a, {b} "c"', limit: -3, exact: true, paths: ['x', { y: null }] })],
  },
  {
    about: 'Gemma 4: two, and the response made up',
    reply:
      '<|tool_call>call:roll{dice:<|"|>d6<|"|>}<tool_call|><|tool_call>call:read_file{path:<|"|>a<|"|>}<tool_call|><|tool_response>response:roll{value:4}<tool_response|>',
    calls: [roll('d6'), read('a')],
    isInvented: true,
  },
  {
    about: 'FunctionGemma',
    reply: '<start_function_call>call:roll{dice:<escape>2d6<escape>}<end_function_call>',
    calls: [roll('2d6')],
  },
  {
    about: 'FunctionGemma: two arguments, with the end of the turn',
    reply:
      '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>{"x": 1}\n<escape>}<end_function_call><end_of_turn>',
    calls: [write('a', '{"x": 1}\n')],
  },
  {
    about: 'FunctionGemma: the response made up',
    reply:
      '<start_function_call>call:roll{dice:<escape>d6<escape>}<end_function_call><start_function_response>response:roll{value:4}<end_function_response>',
    calls: [roll('d6')],
    isInvented: true,
  },
  {
    about: 'FunctionGemma: cut off',
    reply: '<start_function_call>call:roll{dice:<escape>2d',
    malformed: ['it is incomplete'],
  },
  {
    about: 'gpt-oss',
    reply: '<|channel|>commentary to=functions.roll <|constrain|>json<|message|>{"dice": "2d6"}<|call|>',
    calls: [roll('2d6')],
  },
  {
    about: 'gpt-oss: after its analysis',
    reply:
      '<|channel|>analysis<|message|>I need to roll.<|end|><|start|>assistant<|channel|>commentary to=functions.roll <|constrain|>json<|message|>{"dice":"2d6"}<|call|>',
    reasoning: 'I need to roll.',
    calls: [roll('2d6')],
  },
  {
    about: 'gpt-oss: the tool before the channel',
    reply:
      '<|start|>assistant to=functions.read_file<|channel|>commentary json<|message|>{"path": "a"}<|call|>',
    calls: [read('a')],
  },
  {
    about: 'gpt-oss: the result made up',
    reply:
      '<|channel|>commentary to=functions.roll<|message|>{"dice": "2d6"}<|call|><|start|>functions.roll to=assistant<|channel|>commentary<|message|>7<|end|>',
    calls: [roll('2d6')],
    isInvented: true,
  },
  {
    about: 'gpt-oss: what looks like a call in its final message',
    reply: '<|channel|>final<|message|>{"name":"roll","arguments":{"dice":"2d6"}}',
    text: asWritten,
  },
  {
    about: 'gpt-oss: a final message cut off after its header',
    reply: 'Done.\n<|channel|>final<|message|>',
    text: asWritten,
  },
  {
    about: 'gpt-oss: the marks in prose',
    reply: 'A message begins with <|channel|> and <|message|> in it.',
    text: asWritten,
  },
];
