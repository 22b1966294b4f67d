import type { ComponentChildren } from 'preact'
import type { PortalPermission, PortalRole } from '#domain/people/portal-roles.ts'
import type { Language } from '#domain/text/language.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** The texts of the portal's frame, and those that several subjects share. */
const french = {
  /** The pages and their groups. */
  navigation: {
    title: 'Portail',
    home: 'Accueil',
    collect: 'Encaisser',
    transactions: 'Paiements',
    balance: 'Soldes',
    selling: 'Vente',
    paymentLinks: 'Liens de paiement',
    terminals: 'Terminaux',
    cashSessions: 'Sessions de caisse',
    daySales: 'Ventes du jour',
    operators: 'Opérateurs',
    moneyOut: 'Argent sortant',
    payouts: 'Retraits',
    refunds: 'Remboursements',
    accounts: 'Comptes autorisés',
    developers: 'Développeurs',
    keys: 'Clés API',
    webhooks: 'Webhooks',
    apiCalls: 'Journaux API',
    testTools: 'Outils de test',
    settings: 'Réglages',
    service: 'Service',
    team: 'Équipe',
    activity: 'Journal d’activité',
  },
  frame: {
    documentation: 'Documentation de l’API',
    search: 'Chercher un paiement, un client, une référence',
    searchExample: 'Numéro, nom, montant…',
    notifications: 'Notifications',
    unread: (count: string) => `, ${count} ${count === '1' ? 'non lue' : 'non lues'}`,
    yourAccount: (person: string) => ` ${person}, votre compte`,
    account: 'Mon compte',
    changeService: 'Changer de service',
    toLive: 'Passer en réel',
    toTest: 'Passer en test',
    logOut: 'Se déconnecter',
  },
  modes: { live: 'Mode réel', sandbox: 'Mode test' },
  /** Exported tables: the suffix of their file names by mode, and the note below one that is cut off. */
  files: {
    live: 'reel',
    sandbox: 'test',
    limited: (rows: string) =>
      `Liste limitée à ${rows} lignes\u00A0: choisissez une période plus courte.`,
  },
  place: {
    title: 'Services',
    where: 'Où voulez-vous travailler\u00A0?',
    open: 'Ouvrir',
    nowLive: (service: string) => `${service}\u00A0: vous voyez maintenant l’argent réel.`,
    nowTest: (service: string) =>
      `${service}\u00A0: vous êtes en mode test, aucun argent réel ne circule.`,
  },
  list: {
    find: 'Rechercher et filtrer',
    search: 'Rechercher',
    clear: 'Tout effacer',
    exportAs: 'Exporter en',
    filter: 'Filtrer',
    status: 'Statut',
    all: 'Tous',
    showAll: 'Tout afficher',
  },
  /** The days of a list. */
  days: {
    period: 'Période',
    allDates: 'Toutes les dates',
    from: 'Du',
    to: 'Au',
    others: 'Autres dates',
    show: 'Afficher',
  },
  write: {
    resumed: 'Votre session était terminée\u00A0: rien n’a été fait. Relisez, puis envoyez.',
    changedMeanwhile:
      'Quelqu’un d’autre a fait un changement ici depuis que vous avez ouvert cette page. Rien n’a été enregistré\u00A0: rouvrez-la pour voir son changement, ou envoyez de nouveau pour garder le vôtre.',
    missingPassword: 'Donnez votre mot de passe.',
    trustedUntil: (time: ComponentChildren) => (
      <>Votre mot de passe n’est pas redemandé avant {time}.</>
    ),
  },
  keys: {
    secret: 'Clé secrète',
    public: 'Clé publique',
    terminal: 'Clé de terminal',
    session: 'Jeton de caisse',
  } satisfies Record<KeyKind, string>,
  /** The purpose of each role, in a line. */
  roleNotes: {
    owner: 'Tout, et la gestion des administrateurs',
    administrator: 'Tout, sauf gérer les administrateurs',
    developer: 'Clés, webhooks, terminaux et journaux API',
    collaborator: 'Encaisser, créer des liens, voir les paiements et le solde',
    cashier: 'Encaisser dans un point de vente, et en voir les ventes du jour\u00A0: rien d’autre',
  } satisfies Record<PortalRole, string>,
  permissions: {
    'payments.view': 'Voir les paiements et les payeurs',
    'balance.view': 'Voir le solde',
    'day_sales.view': 'Voir les ventes du jour\u00A0; un caissier, celles de son point de vente',
    'collections.request': 'Encaisser\u00A0: demander un paiement, afficher un code QR',
    'payment_links.manage': 'Créer et fermer des liens de paiement',
    'test_payments.make': 'Demander des paiements de test',
    'terminals.manage': 'Gérer les terminaux et les caisses',
    'webhooks.manage': 'Gérer les webhooks',
    'keys.manage': 'Remplacer les clés API, lire les journaux API',
    'refunds.request': 'Demander des remboursements',
    'payouts.request': 'Demander des retraits et des virements',
    'accounts.manage': 'Gérer les comptes autorisés',
    'service.change': 'Changer les réglages du service',
    'trust.change': 'Choisir quand le mot de passe est demandé',
    'users.manage': 'Gérer l’équipe',
    'activity.view': 'Lire le journal d’activité',
  } satisfies Record<PortalPermission, string>,
}

const english: typeof french = {
  navigation: {
    title: 'Portal',
    home: 'Home',
    collect: 'Collect',
    transactions: 'Payments',
    balance: 'Balances',
    selling: 'Sales',
    paymentLinks: 'Payment links',
    terminals: 'Terminals',
    cashSessions: 'Cash sessions',
    daySales: 'Today’s sales',
    operators: 'Operators',
    moneyOut: 'Money out',
    payouts: 'Payouts',
    refunds: 'Refunds',
    accounts: 'Authorized accounts',
    developers: 'Developers',
    keys: 'API keys',
    webhooks: 'Webhooks',
    apiCalls: 'API logs',
    testTools: 'Test tools',
    settings: 'Settings',
    service: 'Service',
    team: 'Team',
    activity: 'Activity log',
  },
  frame: {
    documentation: 'API documentation',
    search: 'Search for a payment, a customer or a reference',
    searchExample: 'Number, name, amount…',
    notifications: 'Notifications',
    unread: (count) => `, ${count} unread`,
    yourAccount: (person) => ` ${person}, your account`,
    account: 'My account',
    changeService: 'Switch service',
    toLive: 'Switch to live mode',
    toTest: 'Switch to test mode',
    logOut: 'Log out',
  },
  modes: { live: 'Live mode', sandbox: 'Test mode' },
  files: {
    live: 'live',
    sandbox: 'test',
    limited: (rows) => `List limited to ${rows} rows: choose a shorter period.`,
  },
  place: {
    title: 'Services',
    where: 'Where do you want to work?',
    open: 'Open',
    nowLive: (service) => `${service}: you are now in live mode, with real money.`,
    nowTest: (service) => `${service}: you are now in test mode, no real money moves.`,
  },
  list: {
    find: 'Search and filter',
    search: 'Search',
    clear: 'Clear all',
    exportAs: 'Export as',
    filter: 'Filter',
    status: 'Status',
    all: 'All',
    showAll: 'Show all',
  },
  days: {
    period: 'Period',
    allDates: 'All dates',
    from: 'From',
    to: 'To',
    others: 'Other dates',
    show: 'Show',
  },
  write: {
    resumed: 'Your session had ended and nothing was done. Check the form, then send it.',
    changedMeanwhile:
      'Someone else has made a change here since you opened this page. Nothing was saved: open the page again to see their change, or send again to keep yours.',
    missingPassword: 'Enter your password.',
    trustedUntil: (time: ComponentChildren) => (
      <>You will not be asked for your password again until {time}.</>
    ),
  },
  keys: {
    secret: 'Secret key',
    public: 'Public key',
    terminal: 'Terminal key',
    session: 'Cash session token',
  },
  roleNotes: {
    owner: 'Everything, including managing administrators',
    administrator: 'Everything except managing administrators',
    developer: 'Keys, webhooks, terminals and API logs',
    collaborator: 'Collect, create links, view payments and the balance',
    cashier: 'Collect at one point of sale, and view its sales of today: nothing else',
  },
  permissions: {
    'payments.view': 'View payments and payers',
    'balance.view': 'View balances',
    'day_sales.view': 'View today’s sales; a cashier, those of their point of sale',
    'collections.request': 'Collect: request a payment, show a QR code',
    'payment_links.manage': 'Create and close payment links',
    'test_payments.make': 'Request test payments',
    'terminals.manage': 'Manage terminals and cash sessions',
    'webhooks.manage': 'Manage webhooks',
    'keys.manage': 'Replace API keys, view API logs',
    'refunds.request': 'Request refunds',
    'payouts.request': 'Request payouts and bank transfers',
    'accounts.manage': 'Manage authorized accounts',
    'service.change': 'Change service settings',
    'trust.change': 'Choose when the password is required',
    'users.manage': 'Manage the team',
    'activity.view': 'View the activity log',
  },
}

export const portalWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

export const usePortalWords = inPageLanguage(portalWords)
