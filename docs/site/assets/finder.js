// Finds pages by words. The index is next to this file, and is loaded when it is first needed.
import MiniSearch from './minisearch.js';

const home = new URL('..', import.meta.url).href.replace(/\/$/, '');
// Only the pages of the operator listener have a menu for operators, and it serves a second index.
const files = ['search.json', ...(document.querySelector('#operators') ? ['../operator/search.json'] : [])];
const sections = await Promise.all(files.map(async (file) => (await fetch(new URL(file, import.meta.url))).json()));
const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['path', 'title', 'heading', 'slug', 'text'] });
index.addAll(sections.flat().map((section, id) => ({ ...section, id })));

/** Guides are before problems and events, these before operations and methods, and types are last. */
const weights = [
  [/^\/sdk-(python-)?reference\/(client|errors|types|webhooks)$/, 0.2],
  [/^\/(reference|sdk-reference|sdk-python-reference|operator)(\/|$)/, 0.3],
  [/^\/(problems|events)(\/|$)/, 0.4],
];
const boostDocument = (_id, _term, { path }) => weights.find(([pages]) => pages.test(path))?.[1] ?? 1;

const options = { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, heading: 3 }, boostDocument };
const most = { pages: 12, headings: 3 };

/** The pages for some words, best first, each once with the headings that the words are under. */
export function find(words) {
  const pages = new Map();
  for (const hit of index.search(words, options)) {
    const page = pages.get(hit.path) ?? { url: home + hit.path, title: hit.title, text: hit.text, headings: [] };
    if (hit.slug && page.headings.length < most.headings) page.headings.push({ url: `${home}${hit.path}#${hit.slug}`, text: hit.heading });
    pages.set(hit.path, page);
  }
  return [...pages.values()].slice(0, most.pages);
}

function linkTo(url, text) {
  const link = document.createElement('a');
  link.href = url;
  link.textContent = text;
  return link;
}

/** How a text begins, in whole words. */
const beginningOf = (text) => (text.length <= 140 ? text : `${text.slice(0, 140).replace(/\s+\S*$/, '')}…`);

/** An item of a list of results: the page, what it begins with, and its headings. */
export function itemOf({ url, title, text, headings }) {
  const item = document.createElement('li');
  const excerpt = document.createElement('p');
  excerpt.textContent = beginningOf(text);
  item.append(linkTo(url, title), excerpt);
  if (headings.length > 0) {
    const places = document.createElement('p');
    places.className = 'places';
    places.append(...headings.map((heading) => linkTo(heading.url, heading.text)));
    item.append(places);
  }
  return item;
}

export const foundText = (words, count) =>
  words === '' ? 'Enter words to search for.' : `${count === 0 ? 'No' : count} ${count === 1 ? 'page' : 'pages'} for “${words}”.`;
