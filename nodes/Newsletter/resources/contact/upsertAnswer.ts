import type { IDataObject } from 'n8n-workflow';

/** How many contacts the service says that it synced, a number also where it came as text; else NaN. */
export const syncedIn = ({ synced }: IDataObject): number =>
	typeof synced === 'number' || (typeof synced === 'string' && synced.trim() !== '')
		? Number(synced)
		: NaN;

/** Whether a success is this service's: without its count it may be anything's. */
export const isUpsertAnswer = (answer: IDataObject): boolean => !Number.isNaN(syncedIn(answer));
