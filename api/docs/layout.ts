import { html, type Html } from './html.ts'

export interface Page {
  readonly title: string
  readonly lead: string
  readonly content: Html
}

/** A page of the documentation, in French as all that merchants read. */
export function layout(page: Page, styleUrl: string): string {
  return html`<!doctype html>
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="stylesheet" href="${styleUrl}" />
      </head>
      <body>
        <header>
          <nav aria-label="Documentation">
            <a href="/docs">Référence de l’API</a> <a href="/docs/erreurs">Codes d’erreur</a>
            <a href="/docs/sandbox">Cartes et numéros de test</a>
            <a href="/openapi.json">openapi.json</a>
          </nav>
        </header>
        <main>
          <h1>${page.title}</h1>
          <p class="lead">${page.lead}</p>
          ${page.content}
        </main>
      </body>
    </html> `.html
}
