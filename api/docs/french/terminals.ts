/** The reference's French texts about terminals and cash sessions, by their English sentence. */
export const terminals = {
  'The terminals of the service in the key’s mode, newest first.':
    'Les terminaux du service dans le mode de la clé, les plus récents d’abord.',
  '`pos` is a device, `shop` a cash desk. It cannot be changed.':
    '`pos` est un appareil, `shop` une caisse. Définitif.',
  'State of the terminal.': 'Où il en est de sa vie.',
  'Code to type on the device. Only in the answer that created it.':
    'Code à taper sur l’appareil. Dans la seule réponse qui l’a fait.',
  'Until when the code is valid, in UTC.': 'Jusqu’à quand le code vaut, en UTC.',
  'Its key. Only in the answer to the activation.': 'Sa clé. Dans la seule réponse à l’activation.',
  'Last four characters of its key.': 'Quatre derniers caractères de sa clé.',
  'Serial number of the device.': 'Numéro de série de l’appareil.',
  'Model of the device.': 'Modèle de l’appareil.',
  'Version of its software.': 'Version de son logiciel.',
  'Last call of its key, in UTC.': 'Dernier appel de sa clé, en UTC.',
  'Its own tariff; null if the service’s applies.':
    'Son propre tarif ; `null` si celui du service s’applique.',
  'Adds a terminal. Its activation code is only in this answer; the device exchanges it for its key.':
    'Ajoute un terminal. Son code d’activation n’est que dans cette réponse ; l’appareil l’échange contre sa clé.',
  '`pos` for a device, `shop` for a cash desk. It cannot be changed.':
    '`pos` pour un appareil, `shop` pour une caisse. Définitif.',
  'Label of the terminal.': 'Nom du terminal.',
  'Name of the point of sale where it is; an unknown name creates a new one.':
    'Nom du point de vente où il se trouve ; un nouveau nom fait un nouveau point de vente.',
  'Called by the device: exchanges the activation code for the terminal’s key, which is only in this answer. No key is needed.':
    'Appelée par l’appareil : échange le code d’activation contre la clé du terminal, qui n’est que dans cette réponse. Aucune clé n’est demandée.',
  'The code returned when the terminal was created.':
    'Le code donné par la réponse à la création du terminal.',
  'One terminal; a terminal key reads its own.': 'Un terminal ; une clé de terminal lit le sien.',
  'Id of the terminal, as returned when it was created.':
    'Identifiant du terminal, donné par la réponse à sa création.',
  'Changes its description: fields left out stay as they are, null clears a field. Its type cannot be changed.':
    'Change ce qui le décrit : ce que vous n’envoyez pas reste, `null` efface. Son type est définitif.',
  'Deletes it for good, with its key and the tokens of its sessions.':
    'Le supprime définitivement, avec sa clé et les jetons de ses sessions.',
  'Its key and session tokens stop working at once. Repeating the call changes nothing.':
    'Sa clé et ses jetons de caisse n’ouvrent plus rien à partir de maintenant. Deux fois vaut une fois.',
  'Its key works again as before. Repeating the call changes nothing.':
    'Sa clé ouvre de nouveau ce qu’elle ouvrait. Deux fois vaut une fois.',
  'Its key stops working at once; the new activation code is only in this answer.':
    'Sa clé n’ouvre plus rien à partir de maintenant ; le nouveau code d’activation n’est que dans cette réponse.',
  'The sessions of a terminal, newest first; a terminal key sees those opened within 24 hours.':
    'Les sessions d’un terminal, les plus récentes d’abord ; une clé de terminal voit celles ouvertes depuis 24 heures.',
  'Id of the session.': 'Identifiant de la session.',
  'Its terminal.': 'Son terminal.',
  'The cashier at the cash desk.': 'Qui tient la caisse.',
  'Id of the cashier.': 'Identifiant du caissier.',
  'Name of the cashier.': 'Nom du caissier.',
  '`open` until it is closed or its time is over.':
    '`open` jusqu’à sa clôture ou la fin de sa durée.',
  'Session token to collect with. Only in the answer that opened the session.':
    'Jeton de caisse pour encaisser. Dans la seule réponse à l’ouverture.',
  'Channel of its sales.': 'Canal de ses ventes.',
  'When it was opened, in UTC.': 'Date d’ouverture, en UTC.',
  'When it ends by itself, in UTC.': 'Quand elle finit d’elle-même, en UTC.',
  'When it was closed, in UTC.': 'Date de clôture, en UTC.',
  'How it was closed.': 'Avec quoi elle a été clôturée.',
  'Cash in the drawer at the opening.': 'Fond de caisse : espèces dans le tiroir à l’ouverture.',
  'Cash counted at the closing.': 'Espèces comptées à la clôture.',
  'Cash that should be in the drawer.': 'Espèces qui devraient s’y trouver.',
  'Counted cash minus expected cash.': 'Espèces comptées moins espèces attendues.',
  'Its sales so far.': 'Ses ventes jusqu’ici.',
  'Successful sales.': 'Ventes réussies.',
  'What payers were debited.': 'Total débité aux payeurs.',
  'Fees in it.': 'Frais compris dans ce montant.',
  'Refunds of the session’s sales.': 'Remboursements des ventes de la session.',
  'Amount refunded.': 'Ce qu’ils ont rendu.',
  'Sales counted here that their operator took back since: the payer has the money.':
    'Ventes comptées ici que leur opérateur a reprises depuis : le payeur a l’argent.',
  'What payers were debited for those.': 'Ce dont leurs payeurs avaient été débités.',
  'Sales that have not ended yet.': 'Ventes encore en attente.',
  'The same totals for each operator.': 'Les mêmes chiffres pour chaque opérateur.',
  'The operator.': 'L’opérateur.',
  'Note of the cashier.': 'Note du caissier.',
  'Columns of `z_report`; null without it.': 'Colonnes de `z_report` ; `null` sans lui.',
  'Report of the cash desk for a printer.': 'Rapport de caisse pour une imprimante.',
  'Opens the cash desk for one cashier, for 8 hours at most. The session token is only in this answer.':
    'Ouvre la caisse d’un caissier, pour 8 heures au plus. Le jeton de caisse n’est que dans cette réponse.',
  'The cashier at the cash desk: by `id` or by `name`, not both.':
    'Qui tient la caisse : par `id` ou par `name`, pas les deux.',
  'Id of a collaborator of the service.': 'Identifiant d’un collaborateur du service.',
  'Name of a cashier without an account.': 'Nom d’un caissier sans compte.',
  'How many seconds the session lasts.': 'Secondes que dure la session.',
  'Cash in the drawer at the opening; 0 by default.':
    'Fond de caisse : espèces dans le tiroir à l’ouverture ; 0 si rien n’est dit.',
  'One session with its totals so far; with `width`, its report for a printer as well.':
    'Une session avec ses totaux jusqu’ici ; avec `width`, aussi son rapport pour une imprimante.',
  'Id of the cash-desk session, as returned when it was opened.':
    'Identifiant de la session de caisse, donné par la réponse à son ouverture.',
  'Columns of the printer: adds the report in `z_report`.':
    'Colonnes de l’imprimante : ajoute le rapport dans `z_report`.',
  'Closes the session for good: its token stops working at once, and the answer contains its report.':
    'Clôture la caisse définitivement : son jeton n’ouvre aussitôt plus rien, et la réponse porte son rapport.',
  'Cash counted in the drawer.': 'Espèces comptées dans le tiroir.',
  'Columns of the report in `z_report`, 32 by default.':
    'Colonnes du rapport dans `z_report`, 32 si rien n’est dit.',
} as const satisfies Readonly<Record<string, string>>
