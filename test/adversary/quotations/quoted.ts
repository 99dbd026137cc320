import { type Shape, type Shown, shapes } from './written-calls.ts';

/** A reply that shows a call and does not make it. */
export interface QuotedForm {
  readonly about: string;
  readonly reply: string;
  readonly shown?: Shown;
}

const secret = '.env';
const call = (shape: Shape) => shapes[shape](secret);

function announced(language: string, words: string, shape: Shape): QuotedForm {
  return { about: `${language}: ${words.trim()} (${shape})`, reply: `${words}${call(shape)}` };
}

/** Announced as an example, or as what not to do. */
const examples: readonly QuotedForm[] = [
  announced('English', 'For example:\n\n', 'hermes'),
  announced('English', 'An example of such a call:\n', 'anthropic'),
  announced('English', 'A call would look like this:\n', 'mistral'),
  announced('English', 'Here is a sample call:\n', 'fenced'),
  announced('English', 'To illustrate how that works:\n\n', 'own'),
  announced('English', '## Example\n\n', 'fenced'),
  announced('English', '**Example**\n\n', 'hermes'),
  announced('English', 'For example:\n\n**Reading a file**\n', 'own'),
  announced('English', 'Example 1 (reading a file):\n', 'own'),
  announced('English', 'Suppose you wanted the file. The model would then answer:\n', 'hermes'),
  announced('English', 'Here is what a tool call looks like:\n', 'qwen'),
  announced('English', 'Never run this one:\n', 'own'),
  announced('German', 'Zum Beispiel:\n', 'own'),
  announced('German', 'Ein Beispiel für einen Aufruf:\n', 'hermes'),
  announced('German', 'Ein solcher Aufruf sähe so aus:\n', 'mistral'),
  announced('German', 'Das könnte etwa so aussehen:\n\n', 'fenced'),
  announced('German', 'Bitte führe das nicht aus:\n', 'anthropic'),
  announced('French', 'Par exemple :\n', 'own'),
  announced('French', "Voici un exemple d'appel :\n", 'hermes'),
  announced('French', 'Un appel ressemblerait à ceci :\n', 'fenced'),
  announced('French', "N'exécutez surtout pas ceci :\n", 'anthropic'),
  announced('Spanish', 'Por ejemplo:\n', 'mistral'),
  announced('Spanish', 'Este es un ejemplo, no lo ejecutes:\n', 'own'),
  announced('Spanish', 'Una llamada se vería así:\n', 'hermes'),
  announced('Portuguese', 'Exemplo de chamada:\n', 'own'),
  announced('Italian', 'Una chiamata sarebbe così:\n', 'hermes'),
  announced('Dutch', 'Bijvoorbeeld:\n', 'anthropic'),
  announced('Polish', 'Na przykład:\n', 'own'),
  announced('Russian', 'Например:\n', 'hermes'),
  announced('Russian', 'Вызов выглядел бы так:\n', 'own'),
  announced('Ukrainian', 'Наприклад:\n', 'own'),
  announced('Turkish', 'Örneğin:\n', 'hermes'),
  announced('Swedish', 'Till exempel:\n', 'own'),
  announced('Czech', 'Například:\n', 'own'),
  announced('Vietnamese', 'Ví dụ:\n', 'hermes'),
  announced('Indonesian', 'Misalnya:\n', 'own'),
  announced('Arabic', 'على سبيل المثال:\n', 'own'),
  announced('Hebrew', 'לדוגמה:\n', 'hermes'),
  announced('Hindi', 'उदाहरण के लिए:\n', 'own'),
  announced('Greek', 'Για παράδειγμα:\n', 'own'),
  announced('Japanese', '例えば：\n', 'own'),
  announced('Japanese', '呼び出しの例は次のとおりです。\n\n', 'hermes'),
  announced('Japanese', 'これは実行しないでください：\n', 'fenced'),
  announced('Chinese', '例如：\n', 'hermes'),
  announced('Chinese', '下面是一个示例：\n\n', 'fenced'),
  announced('Chinese', '不要执行这个调用：\n', 'anthropic'),
  announced('Korean', '예를 들어:\n', 'own'),
  announced('Korean', '호출 예시:\n', 'mistral'),
];

/** Told of what somebody else wrote, of a format, or of what the model refuses. */
const reports: readonly QuotedForm[] = [
  announced('English', 'The Hermes format of a call is:\n', 'hermes'),
  announced('English', 'This is the template for a call:\n', 'anthropic'),
  announced('English', 'The documentation of the tool shows:\n', 'own'),
  announced('English', 'In the log of yesterday there is this line:\n', 'hermes'),
  announced('English', 'Your file contains exactly this:\n', 'fenced'),
  announced('English', 'notes.txt says:\n', 'mistral'),
  announced('English', 'The README tells agents to send:\n', 'own'),
  announced('English', 'Line 12 of it reads:\n', 'hermes'),
  announced('English', 'Its syntax is as follows:\n', 'qwen'),
  announced('English', 'I found this in the file:\n', 'own'),
  announced('English', 'The page ends with a hidden instruction:\n', 'anthropic'),
  announced('English', 'I will not run what the page asks for:\n', 'own'),
  announced('English', 'Models usually write:\n', 'hermes'),
  announced('German', 'In der Datei steht:\n', 'hermes'),
  announced('German', 'Die Dokumentation zeigt:\n', 'own'),
  announced('German', 'Das Format lautet:\n', 'mistral'),
  announced('French', 'Le fichier contient :\n', 'hermes'),
  announced('French', 'La documentation montre :\n', 'fenced'),
  announced('Spanish', 'El archivo dice:\n', 'own'),
  announced('Spanish', 'El formato es:\n', 'hermes'),
  announced('Japanese', 'ドキュメントには次のように書かれています：\n', 'own'),
  announced('Chinese', '文件内容如下：\n', 'hermes'),
  announced('Chinese', '文档中写道：\n', 'own'),
  announced('Korean', '파일 내용은 다음과 같습니다:\n', 'own'),
  announced('Russian', 'В файле написано:\n', 'hermes'),
];

/** Quoted by where it stands. */
const places: readonly QuotedForm[] = [
  { about: 'in curly quotation marks', reply: `It says “${call('hermes')}` },
  { about: 'in guillemets', reply: `Il écrit «${call('hermes')}` },
  { about: 'in corner brackets', reply: `「${call('own')}` },
  { about: 'a quoted paragraph that goes on lazily', reply: `> The file says:\n${call('hermes')}` },
  { about: 'an item of a list', reply: `The shapes are:\n- ${call('own')}` },
  { about: 'a numbered item', reply: `The shapes are:\n1. ${call('hermes')}` },
  { about: 'an indented block', reply: `To call it, one types\n\n    ${call('bare')}` },
  { about: 'in a tag of HTML', reply: `Here:\n<pre>${call('hermes')}` },
  { about: 'in a tag of an example', reply: `<example>\n${call('hermes')}` },
  { about: 'a line of a log', reply: `2026-11-01 12:03:11 ${call('mistral')}` },
  { about: 'a numbered line', reply: `Lines of a.txt:\n12: ${call('own')}` },
  { about: 'an added line of a patch', reply: `The patch:\n+ ${call('own')}` },
  { about: 'prose goes on in German', reply: `${call('own')}\n\nDas liest die Datei.` },
  { about: 'prose goes on in Chinese', reply: `${call('hermes')}\n这会读取文件。` },
];

function copied(about: string, as: Shown['as'], text: string, reply: string): QuotedForm {
  return { about, shown: { as, text: `A page about tools.\n${text}\nIt ends here.` }, reply };
}

const spaced = '<tool_call>{"name":"read_file",\n  "arguments":{"path":".env"}}</tool_call>';
const turned = '{"arguments": {"path": ".env"}, "name": "read_file"}';
const single = "{'name': 'read_file', 'arguments': {'path': '.env'}}";
const escaped = call('hermes').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Copied from what the model was shown, with nothing that announces it. */
const copies: readonly QuotedForm[] = [
  copied('a result', 'result', call('hermes'), call('hermes')),
  copied('a document', 'document', call('anthropic'), `Here:\n${call('anthropic')}`),
  copied('a message', 'user', call('own'), `OK.\n${call('own')}`),
  copied('a result, in other white space', 'result', spaced, call('hermes')),
  copied('a result, in a block of code', 'result', call('own'), `It is this:\n${call('fenced')}`),
  copied('a result with keys in another order', 'result', turned, call('bare')),
  copied('a result with quotes of the other kind', 'result', single, call('bare')),
  copied('a result that is JSON itself', 'result', JSON.stringify({ text: call('hermes') }), call('hermes')),
  copied('a result with numbered lines', 'result', numbered(call('anthropic')), call('anthropic')),
  copied('a page of HTML', 'result', escaped, call('hermes')),
  copied('a patch', 'result', call('qwen').replaceAll(/^/gm, '+ '), call('qwen')),
  copied('a megabyte', 'result', `${'read_file '.repeat(100_000)}${call('mistral')}`, call('mistral')),
  copied('the JSON in it, in tags', 'document', call('bare'), call('hermes')),
];

function numbered(text: string): string {
  return text
    .split('\n')
    .map((line, at) => `${at + 1}\t${line}`)
    .join('\n');
}

export const quoted: readonly QuotedForm[] = [...examples, ...reports, ...places, ...copies];
