/* global document, localStorage */
// Before the first paint: the theme and the language chosen here. The rest of the page is a module, which comes later.
try {
  const [theme, lang] = [localStorage.getItem("kasen.theme"), localStorage.getItem("kasen.lang")]
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
  if (lang === "en" || lang === "ja") document.documentElement.lang = lang
} catch {
  // A browser that keeps nothing shows what the system prefers.
}
