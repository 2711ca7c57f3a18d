import { DataTypes, literal, type Model, type ModelAttributes, type ModelStatic, type Sequelize } from 'sequelize';

/** Rows as the models hold them, by table. Tables that only set-based SQL touches have no model. */
export interface Rows {
  agencies: { id: string; name: string; created_at: Date };
  api_keys: {
    id: string;
    agency_id: string;
    label: string;
    prefix: string;
    key_hash: Buffer;
    scopes: string[];
    creator_ids: string[];
    expires_at: Date | null;
    revoked_at: Date | null;
    created_at: Date;
  };
  creators: {
    agency_id: string;
    id: string;
    name: string;
    account_id: string;
    account_username: string | null;
    account_connected_at: Date;
    created_at: Date;
  };
  employees: {
    agency_id: string;
    id: string;
    name: string;
    email: string | null;
    role: string;
    active: boolean;
    created_at: Date;
  };
  tags: { agency_id: string; id: string; name: string; color: string | null; position: number };
  publications: {
    id: string;
    agency_id: string;
    creator_id: string;
    text: string | null;
    media: { id: string; type: string }[];
    status: 'scheduled' | 'published' | 'failed';
    failure_reason: string | null;
    scheduled_at: Date | null;
    published_at: Date | null;
    created_at: Date;
    lease_id: string | null;
    leased_until: Date | number;
  };
}

export type ModelName = keyof Rows;
export type Models = { readonly [Name in ModelName]: ModelStatic<Model<Rows[Name], Partial<Rows[Name]>>> };

// Sequelize writes into the definition of each attribute, so that every column needs an object of its own.
const id = () => ({ type: DataTypes.UUID, primaryKey: true, defaultValue: literal('uuidv7()') });
const agencyId = () => ({ type: DataTypes.UUID, primaryKey: true });
const recordId = () => ({ type: DataTypes.TEXT, primaryKey: true });
const uuid = () => ({ type: DataTypes.UUID });
const text = () => ({ type: DataTypes.TEXT });
const texts = () => ({ type: DataTypes.ARRAY(DataTypes.TEXT) });
const instant = () => ({ type: DataTypes.DATE(3) });

type Columns<Name extends ModelName> = ModelAttributes<Model<Rows[Name]>, Rows[Name]>;

const columns: { readonly [Name in ModelName]: Columns<Name> } = {
  agencies: { id: id(), name: text(), created_at: instant() },
  api_keys: {
    id: id(),
    agency_id: uuid(),
    label: text(),
    prefix: text(),
    key_hash: { type: DataTypes.BLOB },
    scopes: texts(),
    creator_ids: texts(),
    expires_at: instant(),
    revoked_at: instant(),
    created_at: instant(),
  },
  creators: {
    agency_id: agencyId(),
    id: recordId(),
    name: text(),
    account_id: text(),
    account_username: text(),
    account_connected_at: instant(),
    created_at: instant(),
  },
  employees: {
    agency_id: agencyId(),
    id: recordId(),
    name: text(),
    email: text(),
    role: text(),
    active: { type: DataTypes.BOOLEAN },
    created_at: instant(),
  },
  tags: { agency_id: agencyId(), id: recordId(), name: text(), color: text(), position: { type: DataTypes.INTEGER } },
  publications: {
    id: id(),
    agency_id: agencyId(),
    creator_id: text(),
    text: text(),
    media: { type: DataTypes.JSONB },
    status: text(),
    failure_reason: text(),
    scheduled_at: instant(),
    published_at: instant(),
    created_at: instant(),
    lease_id: uuid(),
    leased_until: instant(),
  },
};

/** Defines the models on a connection pool. Ids and times that a caller leaves out are the database's defaults. */
export function defineModels(sequelize: Sequelize): Models {
  const define = <Name extends ModelName>(name: Name) =>
    sequelize.define<Model<Rows[Name], Partial<Rows[Name]>>>(name, columns[name], { tableName: name, timestamps: false });
  return {
    agencies: define('agencies'),
    api_keys: define('api_keys'),
    creators: define('creators'),
    employees: define('employees'),
    tags: define('tags'),
    publications: define('publications'),
  };
}
