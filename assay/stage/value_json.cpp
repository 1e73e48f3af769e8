#include "assay/stage/value_json.h"

#include <pxr/sdf/pathExpression.h>
#include <pxr/tf/stringUtils.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace assay::stage {
namespace {

using namespace pxr;
using Json = nlohmann::ordered_json;

/// A list of types to go through.
template <class... T>
struct Types {};

// the types of attribute values, but for asset paths and path expressions. Source: SdfSchema's value types.
using PlainTypes =
    Types<bool, unsigned char, int, unsigned int, std::int64_t, std::uint64_t, GfHalf, float, double, GfTimeCode,
          std::string, TfToken, GfVec2i, GfVec3i, GfVec4i, GfVec2h, GfVec3h, GfVec4h, GfVec2f, GfVec3f, GfVec4f,
          GfVec2d, GfVec3d, GfVec4d, GfMatrix2d, GfMatrix3d, GfMatrix4d, GfQuath, GfQuatf, GfQuatd>;

Json number_json(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

template <class T>
Json plain_json(const T& value) {
  if constexpr (std::is_same_v<T, GfHalf> || std::is_floating_point_v<T>) {
    return number_json(static_cast<double>(value));
  } else if constexpr (std::is_same_v<T, GfTimeCode>) {
    return number_json(value.GetValue());
  } else if constexpr (std::is_same_v<T, TfToken>) {
    return value.GetString();
  } else if constexpr (GfIsGfQuat<T>::value) {
    const auto& imaginary = value.GetImaginary();
    return {plain_json(value.GetReal()), plain_json(imaginary[0]), plain_json(imaginary[1]), plain_json(imaginary[2])};
  } else if constexpr (GfIsGfVec<T>::value) {
    Json tuple = Json::array();
    for (std::size_t index = 0; index < T::dimension; ++index) tuple.push_back(plain_json(value[index]));
    return tuple;
  } else if constexpr (GfIsGfMatrix<T>::value) {
    Json rows = Json::array();
    for (int row = 0; row < static_cast<int>(T::numRows); ++row) rows.push_back(plain_json(value.GetRow(row)));
    return rows;
  } else {
    return value;
  }
}

/// The JSON of a value that holds a T or an array of T; false for others.
template <class T>
bool write_as(const VtValue& value, Json& json) {
  if (value.IsHolding<T>()) {
    json = plain_json(value.UncheckedGet<T>());
    return true;
  }
  if (!value.IsHolding<VtArray<T>>()) return false;
  json = Json::array();
  for (const T& item : value.UncheckedGet<VtArray<T>>()) json.push_back(plain_json(item));
  return true;
}

template <class... T>
bool write_plain(Types<T...>, const VtValue& value, Json& json) {
  return (write_as<T>(value, json) || ...);
}

Json asset_path_json(const Asset& asset, const SdfAssetPath& path) {
  Json json = {{"asset", path.GetAuthoredPath()}};
  if (!path.GetEvaluatedPath().empty()) json["evaluated"] = path.GetEvaluatedPath();
  if (!path.GetResolvedPath().empty()) json["resolved"] = resolved_name(asset, path.GetResolvedPath());
  return json;
}

Json item_json(const Asset& asset, const SdfUnregisteredValue& item) { return value_json(asset, item.GetValue()); }

template <class T>
Json item_json(const Asset&, const T& item) {
  return plain_json(item);
}

/// The JSON of a list op of items of one type; false for any other value.
template <class T>
bool write_list_op(const Asset& asset, const VtValue& value, Json& json) {
  if (!value.IsHolding<SdfListOp<T>>()) return false;
  const auto& list = value.UncheckedGet<SdfListOp<T>>();
  const auto write = [&](const char* name, const std::vector<T>& items) {
    if (items.empty() && !list.IsExplicit()) return;
    json[name] = Json::array();
    for (const T& item : items) json[name].push_back(item_json(asset, item));
  };
  json = Json::object();
  if (list.IsExplicit()) {
    write("explicit", list.GetExplicitItems());
    return true;
  }
  write("prepended", list.GetPrependedItems());
  write("appended", list.GetAppendedItems());
  write("added", list.GetAddedItems());
  write("deleted", list.GetDeletedItems());
  write("ordered", list.GetOrderedItems());
  return true;
}

bool write_any_list_op(const Asset& asset, const VtValue& value, Json& json) {
  return write_list_op<int>(asset, value, json) || write_list_op<unsigned int>(asset, value, json) ||
         write_list_op<std::int64_t>(asset, value, json) || write_list_op<std::uint64_t>(asset, value, json) ||
         write_list_op<std::string>(asset, value, json) || write_list_op<TfToken>(asset, value, json) ||
         write_list_op<SdfUnregisteredValue>(asset, value, json);
}

template <class Items>
Json array_json(const Asset& asset, const Items& items) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(value_json(asset, VtValue(item)));
  return list;
}

template <class Entries>
Json object_json(const Asset& asset, const Entries& entries) {
  Json object = Json::object();
  for (const auto& [key, entry] : entries) object[key] = value_json(asset, VtValue(entry));
  return object;
}

/// The values that only Sdf has.
bool write_sdf_value(const Asset& asset, const VtValue& value, Json& json) {
  if (value.IsHolding<SdfAssetPath>()) {
    json = asset_path_json(asset, value.UncheckedGet<SdfAssetPath>());
  } else if (value.IsHolding<VtArray<SdfAssetPath>>()) {
    json = array_json(asset, value.UncheckedGet<VtArray<SdfAssetPath>>());
  } else if (value.IsHolding<VtDictionary>()) {
    json = object_json(asset, value.UncheckedGet<VtDictionary>());
  } else if (value.IsHolding<SdfValueBlock>()) {
    json = {{"blocked", true}};
  } else if (value.IsHolding<TfTokenVector>()) {
    json = array_json(asset, value.UncheckedGet<TfTokenVector>());
  } else if (value.IsHolding<std::vector<std::string>>()) {
    json = array_json(asset, value.UncheckedGet<std::vector<std::string>>());
  } else if (value.IsHolding<SdfUnregisteredValue>()) {
    json = value_json(asset, value.UncheckedGet<SdfUnregisteredValue>().GetValue());
  } else if (value.IsHolding<SdfPathExpression>()) {
    json = value.UncheckedGet<SdfPathExpression>().GetText();
  } else if (value.IsHolding<SdfVariability>() || value.IsHolding<SdfSpecifier>() || value.IsHolding<SdfPermission>()) {
    json = TfStringify(value);
  } else {
    return write_any_list_op(asset, value, json);
  }
  return true;
}

template <class T>
T plain_of(const Json& json) {
  if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, TfToken>) {
    return T(json.get<std::string>());
  } else if constexpr (std::is_same_v<T, GfHalf> || std::is_floating_point_v<T>) {
    using Number = std::conditional_t<std::is_same_v<T, double>, double, float>;
    if (!json.is_string()) return T(json.get<Number>());
    return T(json.get<std::string>() == "inf" ? std::numeric_limits<Number>::infinity()
                                              : -std::numeric_limits<Number>::infinity());
  } else if constexpr (std::is_same_v<T, GfTimeCode>) {
    return GfTimeCode(json.get<double>());
  } else if constexpr (GfIsGfQuat<T>::value) {
    using Scalar = typename T::ScalarType;
    return T(plain_of<Scalar>(json[0]), plain_of<Scalar>(json[1]), plain_of<Scalar>(json[2]),
             plain_of<Scalar>(json[3]));
  } else if constexpr (GfIsGfVec<T>::value) {
    T tuple;
    for (std::size_t index = 0; index < T::dimension; ++index)
      tuple[index] = plain_of<typename T::ScalarType>(json[index]);
    return tuple;
  } else if constexpr (GfIsGfMatrix<T>::value) {
    T matrix(0.0);
    for (int row = 0; row < static_cast<int>(T::numRows); ++row) {
      for (int column = 0; column < static_cast<int>(T::numColumns); ++column) {
        matrix[row][column] = plain_of<typename T::ScalarType>(
            json.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)));
      }
    }
    return matrix;
  } else {
    return json.get<T>();
  }
}

/// Reads JSON into a value that holds a T or an array of T; false for others.
template <class T>
bool read_as(const Json& json, VtValue& value) {
  if (value.IsHolding<T>()) {
    value = plain_of<T>(json);
    return true;
  }
  if (!value.IsHolding<VtArray<T>>()) return false;
  VtArray<T> items;
  for (const Json& item : json) items.push_back(plain_of<T>(item));
  value = items;
  return true;
}

template <class... T>
bool read_plain(Types<T...>, const Json& json, VtValue& value) {
  return (read_as<T>(json, value) || ...);
}

}  // namespace

Json value_json(const Asset& asset, const VtValue& value) {
  if (value.IsEmpty()) return nullptr;
  Json json;
  if (write_sdf_value(asset, value, json)) return json;
  if (write_plain(PlainTypes(), value, json)) return json;
  return {{"type", value.GetTypeName()}, {"text", TfStringify(value)}};
}

VtValue value_of_type(const std::string& type, const Json& json) {
  const SdfValueTypeName name = SdfSchema::GetInstance().FindType(type);
  if (!name || json.is_null()) return VtValue();
  try {
    VtValue value = name.GetDefaultValue();
    if (read_plain(PlainTypes(), json, value)) return value;
    return value.IsHolding<SdfAssetPath>() ? VtValue(SdfAssetPath(json.get<std::string>())) : VtValue();
  } catch (const Json::exception&) {
    return VtValue();
  }
}

}  // namespace assay::stage
