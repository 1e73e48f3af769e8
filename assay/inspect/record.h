#pragma once

#include "assay/base/angles.h"
#include "assay/inspect/words.h"
#include "assay/model/model.h"
#include "assay/model/pose.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace assay::inspect {

using Json = nlohmann::ordered_json;

/// A number; `inf`, `-inf` or `nan` where JSON has none.
Json number_json(double number);
Json vector_json(const Eigen::Vector3d& vector);
Json matrix_json(const Eigen::Matrix3d& matrix);             // list of rows
Json quaternion_json(const Eigen::Quaterniond& quaternion);  // w, x, y, z
Json pose_json(const model::Pose& pose);

/// One object of the document: its keys in the order in which they are set, and behind them the origins of those that
/// are fields of the model.
class Record {
 public:
  explicit Record(const model::Model& model) : model_(model) {}

  void set(const char* key, Json value) { object_[key] = std::move(value); }

  template <class T>
  void set_field(const char* key, const model::Field<T>& field) {
    set(key, value_json(field.value));
    add_origin(key, field.origin, field.opinion, field.sampled);
  }

  /// The same in degrees beside it; has no origin of its own.
  void set_degrees(const char* key, double radians) { set(key, number_json(radians * degrees_per_radian)); }

  Json take();

 private:
  void add_origin(const char* key, model::Origin origin, model::OpinionIndex opinion, bool sampled);

  template <class T>
  Json value_json(const T& value) const {
    if constexpr (std::is_same_v<T, double>) {
      return number_json(value);
    } else if constexpr (std::is_same_v<T, Eigen::Vector3d>) {
      return vector_json(value);
    } else if constexpr (std::is_same_v<T, Eigen::Vector4d>) {
      return {number_json(value[0]), number_json(value[1]), number_json(value[2]), number_json(value[3])};
    } else if constexpr (std::is_same_v<T, std::span<const double>>) {
      Json list = Json::array();
      for (const double number : value) list.push_back(number_json(number));
      return list;
    } else if constexpr (std::is_same_v<T, Eigen::Quaterniond>) {
      return quaternion_json(value);
    } else if constexpr (std::is_same_v<T, model::NameIndex>) {
      return model_.text(value);
    } else if constexpr (std::is_enum_v<T>) {
      return name_of(value);
    } else {
      static_assert(std::is_same_v<T, bool>);
      return value;
    }
  }

  const model::Model& model_;
  Json object_ = Json::object();
  Json origins_ = Json::object();
};

/// Where an opinion stands: its layer and spec path.
Json opinion_json(const model::Model& model, model::OpinionIndex opinion);

}  // namespace assay::inspect
