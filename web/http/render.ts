import { type ComponentChild, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type PageScope, ScopeContext } from '#web/design/scope.ts'

/** The text of a page; everything in it is escaped. */
export function renderPage(content: ComponentChild, scope: PageScope): string {
  return `<!doctype html>${renderPart(content, scope)}`
}

/** The text of what stands within a page. */
export function renderPart(content: ComponentChild, scope: PageScope): string {
  return renderToString(h(ScopeContext.Provider, { value: scope }, content))
}
