/** Where the pages of the portal are. */
export const paths = {
  home: '/portail',
  logIn: '/portail/connexion',
  code: '/portail/connexion/code',
  logOut: '/portail/deconnexion',
  invitation: '/portail/invitation',
  account: '/portail/compte',
  place: '/portail/service',
  transactions: '/portail/transactions',
  keys: '/portail/cles',
  transactionsFile: '/portail/transactions/export',
} as const
