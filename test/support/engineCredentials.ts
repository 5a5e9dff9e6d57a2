import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	IRequestOptionsSimplified,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper, isExpression, NodeHelpers, UserError } from 'n8n-workflow';

export type CredentialTypes = Record<string, ICredentialType>;

/** Decrypted data by credential type; a node that names a credential by `id` takes the entry of that id first. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

const noStored = async (): Promise<never> => {
	throw new UserError('Tests have no stored credentials');
};

export class EngineCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: CredentialTypes,
		private readonly data: CredentialData,
	) {
		super();
	}

	async getDecrypted(
		_additionalData: unknown,
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		_executeData?: unknown,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = this.data[nodeCredentials.id ?? type] ?? this.data[type];
		if (!stored) throw new UserError(`No credential of the type "${type}" was given to the test`);
		const withDefaults = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			stored as INodeParameters,
			true,
			false,
			null,
			null,
		);
		// As n8n does it: an expression in a credential is that of the item.
		const resolved = values?.workflow.expression.getParameterValue(
			withDefaults as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
		);
		return (resolved ?? withDefaults) as ICredentialDataDecryptedObject;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		incoming: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const options = incoming as IHttpRequestOptions;
		const { authenticate } = this.typeOf(type);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (authenticate?.type !== 'generic') return options;

		const resolve = (text: string) =>
			isExpression(text)
				? String(
						workflow.expression.getSimpleParameterValue(
							node,
							text,
							'internal',
							{ $credentials: credentials },
							undefined,
							'',
						) || '',
					)
				: text;
		const parts = options as unknown as Record<string, Record<string, unknown>>;
		options.headers ??= {};
		for (const [part, values] of Object.entries(
			(authenticate as IAuthenticateGeneric).properties,
		)) {
			const target = (parts[part] ??= {});
			for (const [key, value] of Object.entries(values as Record<string, string>)) {
				target[resolve(key)] = resolve(value);
			}
		}
		return options;
	}

	getCredentialsProperties(type: string) {
		return this.typeOf(type).properties;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	preAuthentication = async () => undefined;

	runPreAuthentication = async () => undefined;

	getCredentials = noStored;

	updateCredentials = noStored;

	updateCredentialsOauthTokenData = noStored;

	private typeOf(type: string): ICredentialType {
		const credentialType = this.types[type];
		if (!credentialType) throw new UserError(`Unknown credential type "${type}"`);
		return credentialType;
	}
}
