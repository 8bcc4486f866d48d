// Runs in a world of its own beside the page: the page's scripts cannot see or change it, and it works without them.
(() => {
  const WORD = /[\p{L}\p{N}]{2,}/u;
  const MOST_TEXTS = 20000;
  const after = (ms) => new Promise((done) => setTimeout(done, ms));
  const within = (promise, ms) => Promise.race([promise, after(ms)]);
  const frame = () => within(new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))), 300);

  const height = () =>
    Math.ceil(Math.max(document.documentElement.scrollHeight, document.body ? document.body.scrollHeight : 0));

  const still = () => {
    for (const animation of document.getAnimations()) {
      try { animation.finish(); } catch { animation.cancel(); } // one without an end cannot be finished
    }
  };

  const quiet = () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "*, *::before, *::after { transition: none !important; scroll-behavior: auto !important; caret-color: transparent !important }"
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };

  // Fonts loaded, pictures that wait to be scrolled to there, movement at its end.
  const settle = async (tallest, steps, patience) => {
    quiet();
    for (const late of document.querySelectorAll("[loading=lazy]")) late.loading = "eager";
    for (let y = 0, n = 0; n < steps && y < Math.min(height(), tallest); y += innerHeight * 0.9, n += 1) {
      scrollTo(0, y);
      await after(40);
    }
    scrollTo(0, 0);
    await within(document.fonts.ready, patience);
    const waiting = [...document.images].filter((image) => !image.complete);
    await within(Promise.all(waiting.map((image) => image.decode().catch(() => {}))), patience);
    still();
    await frame();
    return height();
  };

  const shown = new Map();
  const isShown = (element) => {
    if (!shown.has(element)) shown.set(element, look(element));
    return shown.get(element);
  };
  const look = (element) => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const isClipped = style.clip !== "auto" || (style.clipPath !== "none" && box.offsetWidth <= 1);
      if (style.position !== "static" && (isClipped || (style.overflow !== "visible" && box.offsetWidth <= 1))) return false;
    }
    return true;
  };

  const blockOf = (element) => {
    while (element.parentElement && getComputedStyle(element).display.startsWith("inline")) element = element.parentElement;
    return element;
  };

  const median = (numbers) => {
    if (!numbers.length) return null;
    const sorted = numbers.slice().sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
  };

  // Characters of every line but the last of each block of several lines: those are as long as the layout lets them be.
  const fullLines = (blocks) => {
    const found = [];
    for (const { rects, characters } of blocks.values()) {
      const lines = [];
      for (const rect of rects) {
        const line = lines.find((other) => Math.abs(other.middle - (rect.top + rect.bottom) / 2) < rect.height / 2);
        if (line) line.width += rect.width;
        else lines.push({ middle: (rect.top + rect.bottom) / 2, width: rect.width });
      }
      if (lines.length < 2) continue;
      const whole = lines.reduce((sum, line) => sum + line.width, 0);
      lines.sort((a, b) => a.middle - b.middle);
      for (const line of lines.slice(0, -1)) found.push((characters * line.width) / whole);
    }
    return found;
  };

  const texts = function* () {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let n = 0; n < MOST_TEXTS && walker.nextNode(); n += 1) {
      const node = walker.currentNode;
      const text = node.data.replace(/\s+/g, " ").trim();
      if (!text || !isShown(node.parentElement)) continue;
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.right > 0 && rect.bottom + scrollY > 0);
      if (rects.length) yield { text, rects, element: node.parentElement };
    }
  };

  const facts = () => {
    if (!document.body) return { height: 0, fonts: [], links: 0, images: 0, box: null };
    const wide = document.documentElement.clientWidth;
    const box = { left: wide, right: 0 };
    const grow = (rect) => {
      box.left = Math.min(box.left, Math.max(rect.left, 0));
      box.right = Math.max(box.right, Math.min(rect.right, wide));
    };
    const fonts = new Map();
    const blocks = new Map();
    let smallest = null;
    for (const { text, rects, element } of texts()) {
      const style = getComputedStyle(element);
      rects.forEach(grow);
      if (!WORD.test(text)) continue;
      const size = parseFloat(style.fontSize);
      smallest = smallest === null ? size : Math.min(smallest, size);
      const family = style.fontFamily.split(",")[0].trim().replace(/^["']|["']$/g, "");
      fonts.set(family, (fonts.get(family) || 0) + text.length);
      const block = blockOf(element);
      const known = blocks.get(block) || { rects: [], characters: 0 };
      known.rects.push(...rects);
      known.characters += text.length;
      blocks.set(block, known);
    }
    const seen = (element) => isShown(element) && element.getClientRects().length > 0;
    const pictures = [...document.images].filter((image) => seen(image) && image.width * image.height > 1);
    pictures.forEach((image) => grow(image.getBoundingClientRect()));
    return {
      height: height(),
      smallest,
      line: median(fullLines(blocks)),
      fonts: [...fonts].sort((a, b) => b[1] - a[1]).map(([family]) => family.slice(0, 80)).slice(0, 12),
      links: [...document.links].filter(seen).length,
      images: pictures.length,
      box: box.right > box.left ? [box.left, box.right] : null,
    };
  };

  const narrow = async () => {
    await after(150);
    still();
    await frame();
    const root = document.documentElement;
    return { width: Math.max(root.scrollWidth, root.clientWidth), layout: root.clientWidth, height: height() };
  };

  const violations = async () => {
    const found = await axe.run(document, { resultTypes: ["violations"], iframes: false });
    const of = ({ id, impact, help, nodes }) => ({ rule: id, impact: impact || "", text: help, count: nodes.length });
    return { axe: axe.version, problems: found.violations.map(of) };
  };

  return { settle, facts, narrow, violations, text: () => (document.body ? document.body.innerText : "") };
})()
