const roots = ['/v2', '/staff/api']

/** True where programs are answered, always in the envelope; elsewhere an address may be a page. */
export function isApiPath(path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`))
}
