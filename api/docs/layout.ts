import { type Html, html, type Page } from './html.ts'
import { guideNames, type Guide } from './guides.ts'
import { errorsRoot, type Language, rootOf, words } from './words.ts'

/** Addresses of the style, script and icon that pages load. */
export interface DocsFiles {
  readonly style: string
  readonly script: string
  readonly icon: string
}

/** What the layout shows around every page. */
export interface Surroundings {
  readonly language: Language
  readonly files: DocsFiles
  readonly guides: readonly Guide[]
  readonly sections: readonly (Section & { readonly tag: string })[]
}

/** A section of the reference: its heading and address. */
export interface Section {
  readonly slug: string
  readonly title: string
}

/** Indentation of the templates. Code contains no tags (they are escaped), so it is not affected. */
const indentation = /\n\s+(?=<)/g

/** A page with the list of all pages beside it; `path` is its address in this language, `other` in the other one. */
export function layout(
  page: Page,
  around: Surroundings,
  { path, other }: { readonly path: string; readonly other: string },
): string {
  const { language, files } = around
  const say = words[language]
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="icon" href="${files.icon}" />
        <link rel="stylesheet" href="${files.style}" />
        <link rel="alternate" hreflang="${language === 'fr' ? 'en' : 'fr'}" href="${other}" />
        <script src="${files.script}" defer></script>
      </head>
      <body data-search="${rootOf(language)}/search.json">
        <header>
          <a class="home" href="${rootOf(language)}"
            ><img src="${files.icon}" alt="" width="28" height="28" />${say.home}</a
          >
          <a class="contents" href="#contents">${say.contents}</a>
          <form role="search" class="search">
            <label
              ><span>${say.search}</span>
              <input type="search" name="q" autocomplete="off" placeholder="${say.search}"
            /></label>
            <ul class="found" aria-live="polite"></ul>
          </form>
          <a href="${other}" lang="${language === 'fr' ? 'en' : 'fr'}">${say.other}</a>
        </header>
        <div class="columns">
          <main>
            <h1>${page.title}</h1>
            ${page.lead === '' ? null : html`<p class="lead">${page.lead}</p>`} ${page.content}
          </main>
          <nav id="contents" aria-label="${say.contents}">${sideList(around, path)}</nav>
        </div>
      </body>
    </html> `.html.replaceAll(indentation, '\n')
}

function sideList({ language, guides, sections }: Surroundings, path: string): Html {
  const say = words[language]
  const root = rootOf(language)
  const link = (href: string, title: string): Html =>
    href === path
      ? html`<li><a href="${href}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${href}">${title}</a></li>`
  return html`<h2>${say.guides}</h2>
    <ul>
      ${guideNames.map((name) =>
        link(`${root}/${name}`, guides.find((guide) => guide.name === name)?.title ?? name),
      )}
    </ul>
    <h2>${say.reference}</h2>
    <ul>
      ${sections.map(({ slug, title }) => link(`${root}/reference/${slug}`, title))}
      ${link(errorsRoot(language), say.errors)} ${link(`${root}/sandbox`, say.sandbox)}
      ${link('/openapi.json', 'openapi.json')} ${link('/openapi.yaml', 'openapi.yaml')}
      ${link('/llms.txt', 'llms.txt')}
    </ul>`
}
