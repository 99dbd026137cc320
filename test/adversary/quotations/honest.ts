import { type Shape, type Shown, shapes } from './written-calls.ts';

/** A reply that makes a call, as models write it. */
export interface HonestForm {
  readonly reply: string;
  readonly path: string;
  readonly shape: Shape;
  /** What the model was shown before, which speaks of the same without being the call. */
  readonly shown?: Shown;
}

const read = (words: string, shape: Shape, path = 'a.txt'): HonestForm => ({
  reply: `${words}${shapes[shape](path)}`,
  path,
  shape,
});

/** Alone, with what templates leave behind. */
const alone: readonly HonestForm[] = [
  read('', 'own'),
  read('', 'bare'),
  read('', 'fenced'),
  read('', 'hermes'),
  read('', 'anthropic'),
  read('', 'mistral'),
  read('', 'qwen'),
  read('', 'llama'),
  read('\n\n', 'hermes'),
  read('<think>The format of a call is, for example, JSON.</think>\n\n', 'own'),
];

/** After a few words, as most models write. */
const afterWords: readonly HonestForm[] = [
  read('I will read the file now:\n', 'own'),
  read("I'll read it: ", 'own'),
  read('Let me check the file first.\n\n', 'hermes'),
  read('Let me look at the example file:\n', 'own'),
  read('Reading examples/hello.ts:\n', 'fenced'),
  read('Sure! Here is the function call in the required JSON format:\n\n', 'fenced'),
  read("Here's the JSON for the call:\n\n", 'fenced'),
  read('Okay, I need to use the read_file tool. Here is the call:\n', 'own'),
  read('Calling the tool:\n', 'anthropic'),
  read('Action:\n', 'own'),
  read('**Action:**\n', 'fenced'),
  read('Tool call:\n', 'own'),
  read('### Tool Call\n\n', 'fenced'),
  read('Step 1: Read the file\n\n', 'own'),
  read('First, I read the template:\n', 'own', 'template.md'),
  read('To answer that, I need the file’s contents.\n\n', 'mistral'),
  read('OK.\n', 'hermes'),
  read('Next, I check the format of the dates:\n', 'own'),
  read("The file contains 3 errors. I'll look at the first one:\n", 'own'),
  read('The log shows an error. Let me read the configuration:\n', 'hermes', 'config.toml'),
  read("The README says to run the tests, so I'll read package.json:\n", 'own', 'package.json'),
  read('Based on the documentation, I should look at the source:\n', 'own'),
  read("I won't guess. I'll read it:\n", 'own'),
  read("I don't know yet, so let me look:\n", 'anthropic'),
  read("Don't worry, I will only read it:\n", 'own'),
  read('The user wants to know what the file says.\n\n', 'own'),
  read('The user asked for the contents of a.txt, so the right tool is read_file:\n', 'own'),
  read('You asked for an example project; let me see what is there:\n', 'own'),
  read("There are several ways, for example searching. I'll read it whole:\n", 'own'),
  read('The documentation mentions it.\n\n', 'own'),
  read('Nothing in the log. Now the file:\n', 'hermes'),
  read('I see.\n\nReading it now…\n', 'qwen'),
  read('The tests fail because of the schema; reading it:\n', 'own', 'schema.json'),
  read('I have the list. Next: the first file.\n', 'own'),
  read('Found it in the docs! Opening the page:\n', 'fenced', 'docs/page.md'),
  read('To give you an exact answer, I am going to read the file:\n', 'own'),
  read('We need to see the syntax error first, so let me open the file:\n', 'hermes'),
  read("I can't answer this from memory. Using read_file:\n", 'own'),
  read('1. Read the file\n2. Answer\n\nStarting with 1:\n', 'own'),
  read('I found the place. Let me verify it in the source:\n', 'mistral'),
];

/** In other languages. */
const inLanguages: readonly HonestForm[] = [
  read('Ich lese jetzt die Datei:\n', 'own'),
  read('Ich sehe mir die Datei an.\n\n', 'hermes'),
  read('Ich lese das Beispiel:\n', 'fenced', 'beispiel.json'),
  read('Dazu rufe ich das Werkzeug auf:\n', 'own'),
  read('In der Datei steht es bestimmt, ich lese sie:\n', 'mistral'),
  read('Moment, ich prüfe das Format:\n', 'own'),
  read('Je vais lire le fichier :\n', 'own'),
  read("J'ouvre le fichier :\n", 'hermes'),
  read('Je consulte la documentation :\n', 'fenced', 'doc.md'),
  read('Voyons ce que contient le fichier :\n', 'anthropic'),
  read('Voy a leer el archivo:\n', 'own'),
  read('Primero necesito ver el archivo:\n', 'hermes'),
  read('Déjame revisar el ejemplo:\n', 'own', 'ejemplo.txt'),
  read('Vou ler o arquivo agora:\n', 'own'),
  read('Leggo il file:\n', 'own'),
  read('Adesso controllo il formato del file:\n', 'hermes'),
  read('Ik lees het bestand:\n', 'own'),
  read('Czytam plik:\n', 'own'),
  read('Сейчас прочитаю файл:\n', 'own'),
  read('Давайте посмотрим, что в файле:\n', 'hermes'),
  read('Dosyayı okuyorum:\n', 'own'),
  read('Tôi sẽ đọc tệp:\n', 'own'),
  read('ファイルを読みます：\n', 'own'),
  read('ファイルの内容を確認します。\n\n', 'hermes'),
  read('まず、ドキュメントを読んでみましょう：\n', 'fenced', 'docs.md'),
  read('我来读取文件：\n', 'own'),
  read('让我先查看文件内容：\n', 'hermes'),
  read('我将按照以下格式调用工具：\n', 'fenced'),
  read('现在读取示例文件：\n', 'own', '示例.txt'),
  read('파일을 읽겠습니다:\n', 'own'),
  read('파일 내용을 확인하겠습니다.\n', 'hermes'),
  read('سأقرأ الملف الآن:\n', 'own'),
];

/** What was shown names the same tool or the same file, and holds no such call. */
const afterShown: readonly HonestForm[] = [
  shown('user', 'Read a.txt with read_file, please.', 'own'),
  shown('user', 'What does read_file say about path a.txt?', 'hermes'),
  shown('user', 'Use read_file(path="a.txt")', 'own'),
  shown('result', 'a.txt\nb.txt\nread_file.ts', 'hermes'),
  shown('result', '[{"path": "a.txt", "size": 3}, {"name": "read_file.ts"}]', 'bare'),
  shown('result', '{"path":"a.txt"}', 'own'),
  shown('result', shapes.hermes('b.txt'), 'hermes'),
  shown('document', 'A call of read_file takes {"path": …}, and a.txt is a path.', 'own'),
  shown('document', '<parameter name="path">a.txt</parameter>', 'anthropic'),
  shown('result', `${'read_file {"path": "b.txt"} '.repeat(20_000)}a.txt`, 'own'),
  shown('document', 'interface Call { name: "read_file"; path: string }\nopen("a.txt")', 'mistral'),
  shown('result', '{"name": "search", "arguments": {"path": "a.txt"}}', 'qwen'),
];

function shown(as: Shown['as'], text: string, shape: Shape): HonestForm {
  return { ...read('I will read it:\n', shape), shown: { as, text } };
}

/** More words, each before a call in another shape. */
const mixed: readonly HonestForm[] = [
  read('Great, the file exists. Reading it:\n', 'llama'),
  read('Good question. ', 'own'),
  read('> What does a.txt say?\n\nLet me see.\n\n', 'hermes'),
  read('That needs a look at `a.txt`.\n\n', 'own'),
  read('```ts\nlet a = 1;\n```\nThat was the old code. I read the new one:\n', 'own'),
  read('| file | size |\n| --- | --- |\n| a.txt | 3 |\n\nI read it:\n', 'own'),
];

export const honest: readonly HonestForm[] = [alone, afterWords, inLanguages, afterShown, mixed].flat();
