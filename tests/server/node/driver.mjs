// Plays cases with the real client against a server: node --input-type=module - VERSION URL CASE… < driver.mjs
// The folder of the clients is the working directory. Prints one JSON object: case → what came of it.
const [version, base, ...wanted] = process.argv.slice(2);
const { Chat } = await import(`react-${version}`);
const ai = await import(`ai-${version}`);
const LONG = Number(process.env.KASEN_LONG ?? 30_000);

const tell = async (path, options) => (await fetch(base + path, options)).json();
const history = (id) => tell(`/api/chat/${encodeURIComponent(id)}`);
const post = (path, body = {}) =>
  tell(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const gate = (name) => tell(`/test/open/${name}`);

async function until(what, found) {
  const end = Date.now() + LONG;
  while (!found()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

function chat(id, body = {}, { messages = [], api = '/api/chat' } = {}) {
  const seen = { errors: [], data: [], finished: [] };
  const made = new Chat({
    id: `${id}-${version}`,
    messages,
    transport: new ai.DefaultChatTransport({ api: base + api, body }),
    sendAutomaticallyWhen: ai.lastAssistantMessageIsCompleteWithApprovalResponses,
    onError: (error) => seen.errors.push(String(error.message)),
    onData: (part) => seen.data.push(part.type),
    onFinish: ({ isError, isAbort, isDisconnect }) => seen.finished.push({ isError, isAbort, isDisconnect }),
  });
  return Object.assign(made, { seen });
}

const texts = (message) => message.parts.filter((part) => part.type === 'text').map((part) => part.text).join('\n');
const last = (one) => one.messages[one.messages.length - 1];
const idle = (one) => until('idle', () => ['ready', 'error'].includes(one.status));
const call = (one) => last(one).parts.find((part) => part.state === 'approval-requested');
const says = (one, words) => until(words, () => last(one)?.role === 'assistant' && texts(last(one)).includes(words));

// What the client ended with, beside what the server keeps of it.
async function seen(one) {
  const kept = await history(one.id);
  return { status: one.status, messages: one.messages, ...one.seen, kept: kept.messages, active: kept.active };
}

const cases = {
  async talk() {
    const one = chat('talk');
    await one.sendMessage({ text: 'こんにちは' });
    return seen(one);
  },
  async asks() {
    const one = chat('asks');
    await one.sendMessage({ text: 'スライドを作って' });
    return seen(one);
  },
  async named() {
    const one = chat('named', { team: 'echo' }, { api: '/api/chat/stream' });
    await one.sendMessage({ text: 'the words that come back' });
    return seen(one);
  },
  async follows() {
    const one = chat('follows', { team: 'echo' });
    await one.sendMessage({ text: 'first words' });
    await one.sendMessage({ text: 'second words' });
    return seen(one);
  },
  async approved() {
    const one = chat('approved', { team: 'echo', request: { ask_first: true } });
    await one.sendMessage({ text: '承認を待つ言葉' });
    const paused = { state: call(one).state, status: one.status, active: (await history(one.id)).active };
    await one.addToolApprovalResponse({ id: call(one).approval.id, approved: true });
    await until('answered', () => one.seen.finished.length === 2);
    return { ...(await seen(one)), paused };
  },
  async declined() {
    const one = chat('declined', { team: 'echo', request: { ask_first: true } });
    await one.sendMessage({ text: 'words that nobody wants' });
    await one.addToolApprovalResponse({ id: call(one).approval.id, approved: false, reason: 'not these' });
    await until('answered', () => one.seen.finished.length === 2);
    return seen(one);
  },
  async edited() {
    const one = chat('edited', { team: 'echo', request: { ask_first: true } });
    await one.sendMessage({ text: 'words to be edited' });
    const reason = JSON.stringify({ go_on: true, comment: 'shorter' });
    await one.addToolApprovalResponse({ id: call(one).approval.id, approved: true, reason });
    await until('answered', () => one.seen.finished.length === 2);
    return seen(one);
  },
  async reloaded() {
    const before = chat('reloaded', { team: 'echo', request: { ask_first: true } });
    await before.sendMessage({ text: 'words over a reload' });
    const one = chat('reloaded', { team: 'echo' }, { messages: (await history(before.id)).messages });
    await one.resumeStream();
    const silent = one.status;
    await one.addToolApprovalResponse({ id: call(one).approval.id, approved: true });
    await until('answered', () => one.seen.finished.length >= 1 && one.status === 'ready');
    return { ...(await seen(one)), silent };
  },
  async resumed() {
    const first = chat('resumed', { team: 'echo' });
    const sent = first.sendMessage({ text: `gate:resumed-${version} 半分まで書いて、待って、残りを書く言葉です` });
    await says(first, '半分');
    const half = await history(first.id);
    const second = chat('resumed', {}, { messages: half.messages });
    const third = chat('resumed', {}, { messages: half.messages, api: '/api/chat/stream' });
    const both = Promise.all([second.resumeStream(), third.resumeStream()]);
    await Promise.all([says(second, '半分'), says(third, '半分')]);
    await gate(`resumed-${version}`);
    await Promise.all([sent, both]);
    const late = chat('resumed', {}, { messages: (await history(first.id)).messages });
    await late.resumeStream();
    const all = await Promise.all([first, second, third, late].map(seen));
    return { half: half.messages, active: half.active, all };
  },
  async left() {
    const first = chat('left', { team: 'echo' });
    const sent = first.sendMessage({ text: `gate:left-${version} the tab is closed before these words end` });
    await says(first, 'the tab');
    await first.stop();
    await sent;
    const second = chat('left', {}, { messages: (await history(first.id)).messages });
    const read = second.resumeStream();
    await says(second, 'the tab');
    await gate(`left-${version}`);
    await read;
    return { first: first.status, ...(await seen(second)) };
  },
  async stopped() {
    const one = chat('stopped', { team: 'echo' });
    const sent = one.sendMessage({ text: `gate:stopped-${version} these words are stopped on the way` });
    await says(one, 'these words');
    const wrong = await post(`/api/chat/${one.id}/stop`, { assistantMessage: { id: 'msg_other' } });
    const answer = await post(`/api/chat/${one.id}/stop`);
    await sent;
    const again = await post(`/api/chat/stream/${one.id}/stop`);
    const halted = await seen(one);
    await gate(`stopped-${version}`);
    await one.sendMessage({ text: 'continue' });
    return { wrong, answer, again, halted, ...(await seen(one)) };
  },
  async fails() {
    const one = chat('fails', { team: 'research' });
    await one.sendMessage({ text: 'why is there nothing to search here' });
    return seen(one);
  },
  async refused() {
    const one = chat('refused', { team: 'nobody' });
    await one.sendMessage({ text: 'words' });
    return { status: one.status, errors: one.seen.errors };
  },
  async many() {
    const one = chat('many', {}, { messages: (await history(`many-${version}`)).messages });
    const read = one.resumeStream();
    await until('asked', () => one.status !== 'ready');
    await gate(`many-${version}`);
    await read;
    return { ...(await seen(one)), data: [] };
  },
  async regenerated() {
    const one = chat('regenerated', { team: 'echo' });
    await one.sendMessage({ text: 'once more' });
    const before = last(one).id;
    await one.regenerate();
    return { ...(await seen(one)), before };
  },
  async rewritten() {
    const one = chat('rewritten', { team: 'echo' });
    await one.sendMessage({ text: 'the first wording' });
    await one.sendMessage({ text: 'a second message' });
    await one.sendMessage({ text: 'the other wording', messageId: one.messages[0].id });
    return seen(one);
  },
  async replaced() {
    const first = chat('replaced', { team: 'echo' });
    const sent = first.sendMessage({ text: `gate:replaced-${version} the first tab waits here for long` });
    await says(first, 'the first');
    const second = chat('replaced', { team: 'echo' }, { messages: first.messages.slice(0, 1) });
    await second.sendMessage({ text: 'the second tab is quicker' });
    await gate(`replaced-${version}`);
    await sent;
    return { first: { status: first.status, messages: first.messages }, ...(await seen(second)) };
  },
  async raw() {
    const one = chat('raw', { team: 'echo' });
    const stream = await one.transport.sendMessages({
      chatId: one.id, trigger: 'submit-message', messageId: undefined, abortSignal: undefined,
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'read without a hook' }] }],
    });
    const made = [];
    for await (const message of ai.readUIMessageStream({ stream })) made.push(message);
    return { messages: [made[made.length - 1]], snapshots: made.length };
  },
  async research() {
    const one = chat('research', {});
    const words = '# 宇治茶\n\n宇治茶は鎌倉時代に明恵上人が宇治に茶の種をまいたことに始まるとされる。宇治は霧が多く、茶の栽培に適している。\n';
    const url = `data:text/markdown;base64,${Buffer.from(words).toString('base64')}`;
    const files = [{ type: 'file', mediaType: 'text/markdown', filename: '宇治.md', url }];
    await one.sendMessage({ text: '宇治茶はいつ始まったのか調べて', files });
    return seen(one);
  },
  async resume() {
    const one = chat('resume', {});
    await one.sendMessage({ text: '職務経歴書を見てください' });
    const url = `data:text/markdown;base64,${process.env.KASEN_RESUME}`;
    const files = [{ type: 'file', mediaType: 'text/markdown', filename: 'engineer.ja.md', url }];
    await one.sendMessage({ text: 'これです', files });
    return seen(one);
  },
  async slides() {
    const one = chat('slides', {});
    const url = `data:text/csv;base64,${Buffer.from('年,輸出量\n2022,6266\n2023,7579\n2024,8798\n').toString('base64')}`;
    const files = [{ type: 'file', mediaType: 'text/csv', filename: '輸出.csv', url }];
    await one.sendMessage({ text: '茶の輸出を役員に報告するスライドを作って', files });
    return seen(one);
  },
};

const found = {};
await Promise.all(
  wanted.map(async (name) => {
    try {
      found[name] = await cases[name]();
    } catch (error) {
      found[name] = { broke: String(error.stack ?? error) };
    }
  }),
);
process.stdout.write(JSON.stringify(found));
